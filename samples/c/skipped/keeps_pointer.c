// TRUTH: unsafe
// EXPECT: unknown
// WHY: a skipped function leads a static pointer to something else, seen as characters
void __VERIFIER_assert(int);
static struct pair {
  int a, b;
} pair;
static char buffer[8];
static char *p = buffer;
static void f(void) {
  void *where = &&here;
  goto *where;
here:
  p = (char *)&pair;
}
int main(void) {
  pair.a = 1;
  f();
  *p = 5;
  __VERIFIER_assert(pair.a == 1);
  return 0;
}
