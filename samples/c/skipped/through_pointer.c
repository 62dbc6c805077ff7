// TRUTH: unsafe
// EXPECT: unknown
// WHY: a skipped function is called through a pointer
void __VERIFIER_assert(int);
static int g;
static void f(void) {
  void *where = &&here;
  goto *where;
here:
  g = 1;
}
static void (*call)(void) = f;
int main(void) {
  call();
  __VERIFIER_assert(g == 0);
  return 0;
}
