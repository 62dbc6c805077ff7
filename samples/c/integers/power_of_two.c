// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: x & (x - 1) clears the lowest bit; the mask below a power of two.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned k = __VERIFIER_nondet_uint() % 32u;
  unsigned p = 1u << k;
  unsigned x = __VERIFIER_nondet_uint();
  assert((p & (p - 1u)) == 0);
  assert((x & (p - 1u)) < p);
  return 0;
}
