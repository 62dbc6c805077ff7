// TRUTH: safe
// EXPECT: proved
// WHY: unsigned addition wraps around and is defined.
#include <assert.h>
#include <limits.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x + 1u;
  assert(y == 0 ? x == UINT_MAX : y > x);
  return 0;
}
