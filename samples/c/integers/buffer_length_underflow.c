// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 0 -6
// WHY: `length - header` wraps when the header is longer, and the guard passes.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned length = __VERIFIER_nondet_uint() % 100u;
  unsigned header = __VERIFIER_nondet_uint() % 20u;
  if (length - header > 0u) assert(length > header);
  return 0;
}
