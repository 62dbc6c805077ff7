// RUN: verify --check=overflow,div0
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -2147483648 4294967295
// WHY: INT_MIN / -1 is not representable.

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y == 0) return 0;
  return x / y;
}
