# SPDX-License-Identifier: Apache-2.0
# Finds cvc5 and its C++ API (1.0.3 or newer; neither Debian's libcvc5-dev nor the headers tell
# the version, so none is reported). Debian ships no CMake package for it.
# Honours cvc5_ROOT. Target: cvc5::cvc5. Variable: cvc5_FOUND.
find_path(cvc5_INCLUDE_DIR NAMES cvc5/cvc5.h)
find_library(cvc5_LIBRARY NAMES cvc5)
mark_as_advanced(cvc5_INCLUDE_DIR cvc5_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(cvc5 REQUIRED_VARS cvc5_LIBRARY cvc5_INCLUDE_DIR)

if(cvc5_FOUND AND NOT TARGET cvc5::cvc5)
  add_library(cvc5::cvc5 UNKNOWN IMPORTED)
  set_target_properties(cvc5::cvc5 PROPERTIES IMPORTED_LOCATION "${cvc5_LIBRARY}"
                                              INTERFACE_INCLUDE_DIRECTORIES "${cvc5_INCLUDE_DIR}")
endif()
