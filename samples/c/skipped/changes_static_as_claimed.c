// TRUTH: safe
// EXPECT: unknown
// WHY: what a skipped function does is not known, also where it does what is claimed
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
  __VERIFIER_assert(g == 1);
  return 0;
}
