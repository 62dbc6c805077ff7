// TRUTH: unsafe
// EXPECT: unknown
// WHY: a pointer made of a number leads anywhere
void __VERIFIER_assert(int);
int main(void) {
  int x = 1;
  unsigned long number = (unsigned long)&x;
  int *p = (int *)number;
  *p = 2;
  __VERIFIER_assert(x == 1);
  return 0;
}
