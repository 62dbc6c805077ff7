// TRUTH: unsafe
// EXPECT: unknown
// WHY: assembly makes one pointer of another
void __VERIFIER_assert(int);
int main(void) {
  int x = 1, y = 1;
  int *p = &y;
  __asm__("movq %1, %0" : "=r"(p) : "r"(&x));
  *p = 5;
  __VERIFIER_assert(x == 1);
  return 0;
}
