// TRUTH: unsafe
// EXPECT: unknown
// WHY: modulo 3 is not kept when unsigned wraps, but the failing run needs 2^32 / 3 steps.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 1;
  while (__VERIFIER_nondet_int()) x += 3u;
  assert(x % 3u == 1u);
  return 0;
}
