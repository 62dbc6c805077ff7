# SPDX-License-Identifier: Apache-2.0
# Finds the Parma Polyhedra Library (Debian: libppl-dev, without a CMake package) and GMP, which it
# is built on. Honours PPL_ROOT. Target: PPL::PPL. Variable: PPL_FOUND.
find_path(PPL_INCLUDE_DIR NAMES ppl.hh)
find_library(PPL_LIBRARY NAMES ppl)
find_path(PPL_GMP_INCLUDE_DIR NAMES gmpxx.h)
find_library(PPL_GMPXX_LIBRARY NAMES gmpxx)
find_library(PPL_GMP_LIBRARY NAMES gmp)
mark_as_advanced(PPL_INCLUDE_DIR PPL_LIBRARY PPL_GMP_INCLUDE_DIR PPL_GMPXX_LIBRARY
                 PPL_GMP_LIBRARY)

# Version 1.2 has a header that Clang takes for wrong before it is 16.
set(PPL_HEADER_COMPILES TRUE)
if(PPL_INCLUDE_DIR AND PPL_GMP_INCLUDE_DIR AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_INCLUDES ${PPL_INCLUDE_DIR} ${PPL_GMP_INCLUDE_DIR})
  set(CMAKE_REQUIRED_LIBRARIES ${PPL_LIBRARY} ${PPL_GMPXX_LIBRARY} ${PPL_GMP_LIBRARY})
  check_cxx_source_compiles("#include <ppl.hh>\nint main() {}" PPL_COMPILES)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
  set(PPL_HEADER_COMPILES ${PPL_COMPILES})
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  PPL REQUIRED_VARS PPL_LIBRARY PPL_INCLUDE_DIR PPL_GMP_INCLUDE_DIR PPL_GMPXX_LIBRARY
                    PPL_GMP_LIBRARY PPL_HEADER_COMPILES)

if(PPL_FOUND AND NOT TARGET PPL::PPL)
  add_library(PPL::PPL UNKNOWN IMPORTED)
  set_target_properties(
    PPL::PPL
    PROPERTIES IMPORTED_LOCATION "${PPL_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${PPL_INCLUDE_DIR};${PPL_GMP_INCLUDE_DIR}"
               INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${PPL_INCLUDE_DIR};${PPL_GMP_INCLUDE_DIR}"
               INTERFACE_LINK_LIBRARIES "${PPL_GMPXX_LIBRARY};${PPL_GMP_LIBRARY}")
endif()
