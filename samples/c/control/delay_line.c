// RUN: verify --engine=infer
// TRUTH: safe
// EXPECT: proved
// WHY: how large the sum in the middle gets, NEWTON finds on paths through two rounds.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int out = 0, mid = 0, in = 0;
  while (__VERIFIER_nondet_int()) {
    out = mid;
    mid = in + 1;
    in = __VERIFIER_nondet_int() ? 4 : 0;
  }
  assert(out <= 5);
  return 0;
}
