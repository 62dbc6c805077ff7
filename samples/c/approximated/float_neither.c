// TRUTH: unsafe
// EXPECT: unknown
// WHY: a comparison and its opposite may both be false
void __VERIFIER_assert(int);
int main(void) {
  double zero = 0.0, none = zero / zero;
  int x = 0;
  if (none < 1.0) x = 1;
  if (none >= 1.0) x = 1;
  __VERIFIER_assert(x == 1);
  return 0;
}
