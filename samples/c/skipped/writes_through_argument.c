// TRUTH: unsafe
// EXPECT: unknown
// WHY: a skipped function writes through what it is given
void __VERIFIER_assert(int);
static void f(int *p) {
  void *where = &&here;
  goto *where;
here:
  *p = 7;
}
int main(void) {
  int x = 1, y = 2;
  f(&x);
  __VERIFIER_assert(x == 1 && y == 2);
  return 0;
}
