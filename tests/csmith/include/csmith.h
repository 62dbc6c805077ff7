// SPDX-License-Identifier: Apache-2.0
// What a program of csmith includes, in place of its own header: instead of one checksum every
// global is printed. The safe arithmetic is csmith's own, from its package.
#pragma once
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>

#define STATIC static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(x) (safe_##x)
#include <safe_math.h>
#undef FUNC_NAME

extern void pawl_print(long long);
#define platform_main_begin() ((void)0)
#define platform_main_end(checksum, flag) ((void)0)
#define crc32_gentab() ((void)0)
#define transparent_crc(value, name, flag) pawl_print((long long)(value))
#define printf(...) ((void)0)
