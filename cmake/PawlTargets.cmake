# SPDX-License-Identifier: Apache-2.0
# pawl_library, pawl_test and pawl_fuzz: what a folder's CMakeLists.txt is written in.
include(GNUInstallDirs)

# "gcl" in a DEPENDS list means pawl::gcl; any other target (Boost::headers, rapidcheck) is taken
# as written.
function(pawl_resolve_depends result)
  set(resolved "")
  foreach(name IN LISTS ARGN)
    if(name MATCHES "::|^pawl_" OR TARGET ${name})
      list(APPEND resolved ${name})
    else()
      list(APPEND resolved pawl::${name})
    endif()
  endforeach()
  set(${result} "${resolved}" PARENT_SCOPE)
endfunction()

# pawl_library(<folder> SOURCES <file>... [DEPENDS <folder>...] [PRIVATE_DEPENDS <target>...]
#              [PRIVATE_HEADERS <file>...] [PRECOMPILE <header>...])
#
# A static library pawl_<folder>, alias pawl::<folder>. Headers are included as "<folder>/x.h"
# from the root of the repository and installed under include/pawl/<folder>/. DEPENDS are folders
# of ours and transitive; external packages go into PRIVATE_DEPENDS, so that no other folder can
# include their headers by accident; our headers that need them are PRIVATE_HEADERS and not installed.
# PRECOMPILE names headers that most of the folder's sources consist of.
function(pawl_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS;PRIVATE_HEADERS;PRECOMPILE" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pawl_library(${name}): unexpected ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(target pawl_${name})
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(pawl::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(
    ${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                     $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/pawl>)
  pawl_resolve_depends(depends ${arg_DEPENDS})
  pawl_resolve_depends(private_depends ${arg_PRIVATE_DEPENDS})
  target_link_libraries(
    ${target}
    PUBLIC ${depends}
    PRIVATE ${private_depends} $<BUILD_INTERFACE:pawl_warnings>)
  if(arg_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${arg_PRECOMPILE})
  else()
    pawl_precompile(${target} pawl_library_headers)
  endif()
  install(TARGETS ${target} EXPORT pawlTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set(private_headers "")
  foreach(header IN LISTS arg_PRIVATE_HEADERS)
    list(APPEND private_headers PATTERN ${header} EXCLUDE)
  endforeach()
  install(
    DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pawl/${folder}
    FILES_MATCHING
    PATTERN "*.h"
    ${private_headers})
endfunction()

# pawl_test(<name> SOURCES <file>... [DEPENDS <folder or target>...] [LABELS <label>...]
#           [TIMEOUT <seconds>])
#
# One Catch2 executable and one ctest entry, both called <name>; label "unit" unless told
# otherwise. The timeout is a backstop against a hang, several times what an instrumented build
# on a slow machine takes; no test asserts on time.
function(pawl_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;DEPENDS;LABELS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pawl_test(${name}): unexpected ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  pawl_resolve_depends(depends ${arg_DEPENDS})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${depends} pawl_test_main pawl_warnings)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE PAWL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # As Catch2's header says itself, by a pragma that does not survive being precompiled.
  target_compile_options(${name} PRIVATE -Wno-parentheses)
  pawl_precompile(${name} pawl_test_headers <catch2/catch.hpp>)
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  # What takes long is started first, so that no processor waits for it in the end.
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} COST
                                          ${arg_TIMEOUT})
endfunction()

# pawl_fuzz(<name> SOURCES <file>... [DEPENDS <folder or target>...])
#
# A source that defines LLVMFuzzerTestOneInput. With PAWL_FUZZ it becomes a libFuzzer driver in
# <build>/fuzz, built by the target pawl_fuzz and run by scripts/fuzz. Without, it is linked with
# a main that replays files, and the ctest entry fuzz.<name> replays tests/fuzz/corpus/<name>.
function(pawl_fuzz name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pawl_fuzz(${name}): unexpected ${arg_UNPARSED_ARGUMENTS}")
  endif()
  pawl_resolve_depends(depends ${arg_DEPENDS})
  set(target fuzz_${name})
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE ${depends} pawl_warnings)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  if(PAWL_FUZZ)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY
                                                                   ${PROJECT_BINARY_DIR}/fuzz)
    add_dependencies(pawl_fuzz ${target})
  else()
    target_link_libraries(${target} PRIVATE pawl_fuzz_replay)
    add_test(NAME fuzz.${name} COMMAND ${target} ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
    set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT 600)
  endif()
endfunction()
