// TRUTH: safe
// EXPECT: proved
// WHY: the integer of a floating-point number is in the range of its type
void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  double d = __VERIFIER_nondet_int() % 100;
  if (d < 0) d = -d;
  unsigned char c = (unsigned char)(d * 2);
  int k = c;
  __VERIFIER_assert(k >= 0 && k < 256);
  return 0;
}
