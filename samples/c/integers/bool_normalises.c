// TRUTH: safe
// EXPECT: proved
// WHY: conversion to _Bool gives 0 or 1, not the low bits.
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  bool b = x;
  assert(b == (x != 0));
  assert(b + b <= 2);
  b = 256;
  assert(b == 1);
  return 0;
}
