// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32 2 -1047702733801974992
// WHY: the write through p may change what q points to.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  int *q = &x;
  *q = 3;
  *p = 7;
  assert(*q == 3);
  return 0;
}
