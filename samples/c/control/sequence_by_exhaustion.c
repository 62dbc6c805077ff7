// TRUTH: safe
// EXPECT: proved
// No invariant says where the sequence stands; there are a dozen rounds and forty beginnings.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned first = x;
  unsigned i;
  if (x >= 40) return 0;
  for (i = 0; i < 12; i++) x = (5 * x + 3) % 40;
  assert(x == (25 * first + 28) % 40);
  return 0;
}
