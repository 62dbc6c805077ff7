// RUN: verify --floats=real
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: 0.5 + 0.25 + 0.125 is less than 1.
extern void __VERIFIER_assert(int);

int main(void) {
  double step = 0.5, sum = 0.0;
  for (int i = 0; i < 3; i++) {
    sum += step;
    step /= 2;
  }
  __VERIFIER_assert(sum >= 1.0);
  return 0;
}
