// RUN: verify --check=overflow
// TRUTH: safe
// EXPECT: proved
// WHY: low + (high - low) / 2 does not overflow and stays between.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= low && low <= high);
  int middle = low + (high - low) / 2;
  assert(low <= middle && middle <= high);
  return 0;
}
