// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32
// WHY: y is not decreased in the last turn.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  while (x > 0) {
    x--;
    if (x == 0) break;
    y--;
  }
  if (x != y) goto ERROR;
  return 0;
ERROR:
  return 42;
}
