// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: shifts of unsigned values are multiplication and division by powers of two, modulo 2^32.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned k = __VERIFIER_nondet_uint() % 32u;
  assert(x >> 1 == x / 2u);
  assert((x << 3) % 8u == 0);
  assert(x >> k <= x);
  assert((1u << k) != 0);
  assert(-8 >> 1 == -4);
  return 0;
}
