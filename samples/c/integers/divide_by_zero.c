// RUN: verify --check=div0
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32
// WHY: the divisor counts down to zero, one step after the guard was tested.

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int s = 0;
  while (n > 0) {
    n--;
    s += 100 / n;
  }
  return s;
}
