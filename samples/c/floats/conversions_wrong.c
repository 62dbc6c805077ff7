// RUN: verify --floats=real
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -3
// WHY: conversion rounds towards zero, not down.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(-10 <= n && n <= 10);
  int down = (int)(n / 2.0);
  __VERIFIER_assert(2 * down <= n);
  return 0;
}
