// TRUTH: safe
// EXPECT: unknown
// WHY: the integer of a floating-point number is any
void __VERIFIER_assert(int);
int main(void) {
  int k = (int)2.75;
  float half = 0.5f;
  k += half;
  __VERIFIER_assert(k == 2);
  return 0;
}
