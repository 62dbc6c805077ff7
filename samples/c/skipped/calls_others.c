// TRUTH: unsafe
// EXPECT: unknown
// WHY: a skipped function calls a static one, which nobody else calls
void __VERIFIER_assert(int);
static int g;
static void h(void) { __VERIFIER_assert(g == 0); }
static void f(void) {
  void *where = &&here;
  goto *where;
here:
  g = 1;
  h();
}
int main(void) {
  f();
  return 0;
}
