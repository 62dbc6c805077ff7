# SPDX-License-Identifier: Apache-2.0
# The warnings every target of ours is compiled with; the dev and CI presets make them errors.
# They hang on one interface target, so that nobody who links an installed pawl inherits them.
add_library(pawl_warnings INTERFACE)
target_compile_options(
  pawl_warnings
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wswitch-enum
            $<$<BOOL:${PAWL_WERROR}>:-Werror>)

# GCC 12 sees overlaps and uninitialised members inside inlined std::string and std::variant that
# cannot happen (GCC bugs 105651, 105593); it does so only when it optimises. GCC 13 no longer does.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(pawl_warnings INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
                                                 -Wno-maybe-uninitialized)
endif()
