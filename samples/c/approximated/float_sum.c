// TRUTH: unsafe
// EXPECT: unknown
// WHY: floating-point numbers are rounded; nothing is known of them
void __VERIFIER_assert(int);
int main(void) {
  volatile double a = 0.1, b = 0.2;
  __VERIFIER_assert(a + b == 0.3);
  return 0;
}
