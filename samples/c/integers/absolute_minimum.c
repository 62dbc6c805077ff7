// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -2147483648
// WHY: the absolute value in unsigned arithmetic converted back: INT_MIN stays negative.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u = x < 0 ? 0u - (unsigned)x : (unsigned)x;
  int y = (int)u;
  assert(y >= 0);
  return 0;
}
