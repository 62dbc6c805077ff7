// SPDX-License-Identifier: Apache-2.0
// What a generated program is linked with. The inputs are the arguments, each converted to the type
// asked for; after the last one comes zero. Exit code 42: an assertion failed; 45: an inserted check.
#include <stdio.h>
#include <stdlib.h>

int program_main(void);

static char **inputs;

static long long next(void) { return *inputs ? strtoll(*inputs++, NULL, 10) : 0; }

int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)next(); }
short __VERIFIER_nondet_short(void) { return (short)next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }

void pawl_print(long long value) { printf("%lld\n", value); }

void __VERIFIER_assert(int condition) {
  if (condition) return;
  fflush(stdout);
  _Exit(42);
}

// Checks made of invariants, see checks.py.
int pawl_outside;
static unsigned long long evaluated, not_evaluated;

void pawl_check(int holds, int loop, const char *text) {
  if (pawl_outside) {
    // The invariant speaks of an element that does not exist: no value, no answer.
    pawl_outside = 0;
    not_evaluated++;
    return;
  }
  evaluated++;
  if (holds) return;
  fflush(stdout);
  fprintf(stderr, "VIOLATED loop %d: %s\n", loop, text);
  _Exit(45);
}

long pawl_index(__int128 index, unsigned long length) {
  if (index >= 0 && index < (__int128)length) return (long)index;
  pawl_outside = 1;
  return 0;
}

int main(int argc, char **argv) {
  (void)argc;
  inputs = argv + 1;
  int code = program_main();
  fflush(stdout);
  fprintf(stderr, "CHECKS %llu %llu\n", evaluated, not_evaluated);
  return code;
}
