// TRUTH: unsafe
// EXPECT: unknown
// WHY: what a skipped function asserts is not proved
void __VERIFIER_assert(int);
static void f(int x) {
  void *where = &&here;
  goto *where;
here:
  __VERIFIER_assert(x > 0);
}
int main(void) {
  f(0);
  return 0;
}
