# SPDX-License-Identifier: Apache-2.0
# Finds the BDD package BuDDy (Debian: libbdd-dev, without a CMake package).
# Honours BuDDy_ROOT. Target: BuDDy::BuDDy. Variable: BuDDy_FOUND.
find_path(BuDDy_INCLUDE_DIR NAMES bdd.h)
find_library(BuDDy_LIBRARY NAMES bdd)
mark_as_advanced(BuDDy_INCLUDE_DIR BuDDy_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(BuDDy REQUIRED_VARS BuDDy_LIBRARY BuDDy_INCLUDE_DIR)

if(BuDDy_FOUND AND NOT TARGET BuDDy::BuDDy)
  add_library(BuDDy::BuDDy UNKNOWN IMPORTED)
  set_target_properties(
    BuDDy::BuDDy PROPERTIES IMPORTED_LOCATION "${BuDDy_LIBRARY}"
                            INTERFACE_INCLUDE_DIRECTORIES "${BuDDy_INCLUDE_DIR}")
endif()
