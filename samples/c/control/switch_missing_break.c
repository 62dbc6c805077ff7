// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 2
// WHY: the forgotten break changes what 2 does.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
    case 2:
      y = 2;
    case 1:
      y = 1;
      break;
    default:
      y = x;
  }
  assert(y == x);
  return 0;
}
