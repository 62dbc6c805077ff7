# SPDX-License-Identifier: Apache-2.0
# Precompiled headers, for the builds that compile everything (PAWL_PCH; the presets set it): a third
# of the time of a whole build is reading the standard library again. Only headers that are not ours,
# so that no change of ours makes them anew; and off by default and under clang-tidy, so that a source
# that forgot an #include is found.
set(PAWL_STANDARD_HEADERS
    <algorithm>
    <array>
    <chrono>
    <functional>
    <map>
    <memory>
    <optional>
    <set>
    <span>
    <sstream>
    <string>
    <string_view>
    <unordered_map>
    <unordered_set>
    <utility>
    <variant>
    <vector>)

# pawl_precompile(<target> <owner> [<header>...])
#
# Lets <target> use the precompiled headers of <owner>: the standard ones and <header>..., which the
# first call for <owner> names. An owner is shared by targets with the same compiler flags.
function(pawl_precompile target owner)
  if(NOT PAWL_PCH)
    return()
  endif()
  if(NOT TARGET ${owner})
    file(WRITE ${PROJECT_BINARY_DIR}/${owner}.cpp "")
    add_library(${owner} OBJECT ${PROJECT_BINARY_DIR}/${owner}.cpp)
    get_target_property(pic ${target} POSITION_INDEPENDENT_CODE)
    set_target_properties(${owner} PROPERTIES POSITION_INDEPENDENT_CODE ${pic})
    target_compile_features(${owner} PRIVATE cxx_std_20)
    target_link_libraries(${owner} PRIVATE pawl_warnings)
    target_precompile_headers(${owner} PRIVATE ${PAWL_STANDARD_HEADERS} ${ARGN})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()
