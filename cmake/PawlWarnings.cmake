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
