// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 256
// WHY: 6 is no divisor of 256: the inner remainder counts.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert((x & 255u) % 6u == x % 6u);
  return 0;
}
