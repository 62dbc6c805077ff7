// RUN: verify --check=overflow
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 1378 2147483647
// WHY: (low + high) / 2 overflows for large bounds.

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= low && low <= high);
  return (low + high) / 2;
}
