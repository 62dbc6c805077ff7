// TRUTH: safe
// EXPECT: proved
// TIME: slow
// RUN: slam
// WHY: swap as in POLY, called with its arguments in both orders: memory is one map, and the proof
// WHY: has to tell the two places apart
#include <assert.h>

static void swap(int *p, int *q) {
  int t = *p;
  *p = *q;
  *q = t;
}

int main(void) {
  int x = 4;
  int y = 5;
  swap(&x, &y);
  assert(x == 5);
  swap(&y, &x);
  assert(x == 4);
  return 0;
}
