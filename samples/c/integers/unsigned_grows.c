// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 9223372036854775807
// WHY: UINT_MAX + 1 is 0.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x + 1u > x);
  return 0;
}
