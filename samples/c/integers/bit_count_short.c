// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -6591594955869266771
// WHY: 31 steps leave the highest bit.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned v = __VERIFIER_nondet_uint();
  unsigned count = 0;
  for (int i = 0; i < 31; i++) {
    count += v & 1u;
    v >>= 1;
  }
  assert(count <= 32 && v == 0);
  return 0;
}
