// RUN: verify --check=overflow
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 2147483647
// WHY: the same with overflow as a failure.

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  return y > x;
}
