// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -6591594955869266771
// WHY: -1 is converted to UINT_MAX before it is compared.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned limit = 10;
  if (i < 10) assert(i < limit);
  return 0;
}
