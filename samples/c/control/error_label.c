// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: y == x
// WHY: the property is that the label ERROR is not reached.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  while (x > 0) {
    x--;
    y--;
  }
  if (x != y) goto ERROR;
  return 0;
ERROR:
  return 42;
}
