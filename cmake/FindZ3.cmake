# SPDX-License-Identifier: Apache-2.0
# Finds Z3 and its C++ API. Debian's libz3-dev ships no CMake package.
# Honours Z3_ROOT. Target: Z3::Z3. Variables: Z3_FOUND, Z3_VERSION.
find_path(Z3_INCLUDE_DIR NAMES z3++.h PATH_SUFFIXES z3)
find_library(Z3_LIBRARY NAMES z3)
mark_as_advanced(Z3_INCLUDE_DIR Z3_LIBRARY)

set(Z3_VERSION "")
if(Z3_INCLUDE_DIR AND EXISTS "${Z3_INCLUDE_DIR}/z3_version.h")
  file(STRINGS "${Z3_INCLUDE_DIR}/z3_version.h" z3_version_lines REGEX "#define Z3_[A-Z]+_(VERSION|NUMBER)")
  foreach(part MAJOR_VERSION MINOR_VERSION BUILD_NUMBER)
    string(REGEX MATCH "Z3_${part}[ \t]+([0-9]+)" z3_match "${z3_version_lines}")
    set(z3_${part} "${CMAKE_MATCH_1}")
  endforeach()
  set(Z3_VERSION "${z3_MAJOR_VERSION}.${z3_MINOR_VERSION}.${z3_BUILD_NUMBER}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Z3
  REQUIRED_VARS Z3_LIBRARY Z3_INCLUDE_DIR
  VERSION_VAR Z3_VERSION)

if(Z3_FOUND AND NOT TARGET Z3::Z3)
  add_library(Z3::Z3 UNKNOWN IMPORTED)
  set_target_properties(Z3::Z3 PROPERTIES IMPORTED_LOCATION "${Z3_LIBRARY}"
                                          INTERFACE_INCLUDE_DIRECTORIES "${Z3_INCLUDE_DIR}")
endif()
