// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 7
// WHY: a run that fails before it comes to a skipped function is one
void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
static int g;
static void f(void) {
  void *where = &&here;
  goto *where;
here:
  g = 1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) {
    __VERIFIER_assert(g == 1);
  }
  f();
  return 0;
}
