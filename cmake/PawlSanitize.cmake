# SPDX-License-Identifier: Apache-2.0
# Sanitizers are a property of the whole build tree: a half-instrumented program reports
# container overflows that are none.
if(PAWL_SANITIZE)
  # vptr looks at run-time type information, which what is compiled against LLVM has not.
  # null and alignment would be tests at every access, a fifth of the compile time: the first is what
  # AddressSanitizer stops at anyway, the second needs casts of pointers, which this code has not.
  set(pawl_sanitizers -fsanitize=address,undefined -fno-sanitize=vptr,null,alignment
                      -fno-sanitize-recover=all)
  add_compile_options(${pawl_sanitizers} -fno-omit-frame-pointer)
  add_link_options(${pawl_sanitizers})
endif()

if(PAWL_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "PAWL_FUZZ needs Clang (libFuzzer); use the preset 'fuzz'")
  endif()
  # Coverage instrumentation everywhere; the drivers alone link libFuzzer's main.
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()

# GCC 12 reports -Wmaybe-uninitialized on code that is right as soon as it is instrumented; its
# manual says so (-fsanitize). The builds without sanitizers keep the warning.
if(PAWL_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-maybe-uninitialized)
endif()
