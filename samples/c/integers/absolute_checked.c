// RUN: verify --check=overflow
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -2147483648
// WHY: -INT_MIN overflows.

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) x = -x;
  return x;
}
