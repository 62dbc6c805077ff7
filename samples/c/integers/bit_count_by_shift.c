// TRUTH: safe
// EXPECT: proved
// WHY: at most one bit per step and at most 32 steps.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned v = __VERIFIER_nondet_uint();
  unsigned count = 0;
  for (int i = 0; i < 32; i++) {
    count += v & 1u;
    v >>= 1;
  }
  assert(count <= 32);
  return 0;
}
