// TRUTH: safe
// EXPECT: proved
// WHY: `while (i-- > 0)` is the right way to count an unsigned down; afterwards it has wrapped.
#include <assert.h>
#include <limits.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 100u);
  unsigned i = n, count = 0;
  while (i-- > 0) {
    assert(i < n);
    count++;
  }
  assert(count == n);
  assert(i == UINT_MAX);
  return 0;
}
