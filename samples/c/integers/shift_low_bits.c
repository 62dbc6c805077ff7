// TRUTH: safe
// EXPECT: proved
// WHY: a remainder of a remainder is one remainder, where the inner divisor is a multiple of the outer one.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert((x << 3) % 8u == 0);
  assert(((x * 16u) & 15u) == 0);
  assert((unsigned char)(x * 512u) == 0);
  return 0;
}
