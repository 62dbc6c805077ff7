// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 473 11 0
// WHY: the same near the wrap: a few steps suffice.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 4294967290u;
  while (__VERIFIER_nondet_int()) x += 3u;
  assert(x % 3u == 1u);
  return 0;
}
