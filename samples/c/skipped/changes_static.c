// TRUTH: unsafe
// EXPECT: unknown
// WHY: a computed goto costs its function, which may change static variables
void __VERIFIER_assert(int);
static int g;
static void f(void) {
  void *where = &&here;
  goto *where;
here:
  g = 1;
}
int main(void) {
  g = 0;
  f();
  __VERIFIER_assert(g == 0);
  return 0;
}
