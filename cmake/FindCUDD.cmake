# SPDX-License-Identifier: Apache-2.0
# Finds the BDD package CUDD 3. No distribution we know packages it with a CMake configuration:
# give CUDD_ROOT (the prefix of `make install`), as a CMake or an environment variable.
# Target: CUDD::CUDD. Variable: CUDD_FOUND.
find_path(CUDD_INCLUDE_DIR NAMES cudd.h PATH_SUFFIXES cudd)
find_library(CUDD_LIBRARY NAMES cudd)
mark_as_advanced(CUDD_INCLUDE_DIR CUDD_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CUDD REQUIRED_VARS CUDD_LIBRARY CUDD_INCLUDE_DIR)

if(CUDD_FOUND AND NOT TARGET CUDD::CUDD)
  add_library(CUDD::CUDD UNKNOWN IMPORTED)
  # The static archive needs the maths library; the shared one does not mind.
  set_target_properties(
    CUDD::CUDD
    PROPERTIES IMPORTED_LOCATION "${CUDD_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${CUDD_INCLUDE_DIR}"
               INTERFACE_LINK_LIBRARIES m)
endif()
