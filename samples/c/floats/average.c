// RUN: verify --floats=real
// TRUTH: safe
// EXPECT: proved
// WHY: the sum of numbers between 0 and 1 is between 0 and how many there are.
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 1000);
  float sum = 0.0f;
  int i = 0;
  while (i < n) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(0.0f <= x && x <= 1.0f);
    sum = sum + x;
    i = i + 1;
  }
  __VERIFIER_assert(sum >= 0.0f);
  return 0;
}
