// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: -6591594955869266771
// WHY: shifting left and back drops the high bit.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert((x << 1) >> 1 == x);
  return 0;
}
