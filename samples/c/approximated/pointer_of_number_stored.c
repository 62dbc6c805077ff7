// TRUTH: unsafe
// EXPECT: unknown
// WHY: a pointer of unknown origin is kept in a variable that led elsewhere
void __VERIFIER_assert(int);
static int x = 1, y = 1;
static int *p = &y;
static void keep(unsigned long n) { p = (int *)n; }
int main(void) {
  keep((unsigned long)&x);
  *p = 4;
  __VERIFIER_assert(x == 1);
  return 0;
}
