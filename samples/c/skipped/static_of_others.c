// TRUTH: unsafe
// EXPECT: unknown
// WHY: a skipped function makes another one count, in a static variable of its own
void __VERIFIER_assert(int);
static int count(void) {
  static int n;
  return n++;
}
static void f(void) {
  void *where = &&here;
  goto *where;
here:
  count();
}
int main(void) {
  f();
  __VERIFIER_assert(count() == 0);
  return 0;
}
