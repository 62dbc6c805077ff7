// TRUTH: safe
// EXPECT: unknown
// WHY: a loop that calls a skipped function keeps what that one cannot reach
void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
static int g;
static void f(void) {
  void *where = &&here;
  goto *where;
here:
  g++;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i;
  if (n < 0) return 0;
  for (i = 0; i < n; i++) f();
  __VERIFIER_assert(i == n);
  return 0;
}
