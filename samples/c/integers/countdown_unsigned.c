// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32
// WHY: `i >= 0` always holds for unsigned i: below zero comes UINT_MAX.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 10u;
  unsigned steps = 0;
  for (unsigned i = n; i >= 0u; i--) {
    assert(steps <= n);
    steps++;
  }
  return 0;
}
