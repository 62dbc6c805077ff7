// TRUTH: unsafe
// EXPECT: unknown
// WHY: there is a number that is not equal to itself
void __VERIFIER_assert(int);
int main(void) {
  double zero = 0.0;
  double none = zero / zero;
  __VERIFIER_assert(none == none);
  return 0;
}
