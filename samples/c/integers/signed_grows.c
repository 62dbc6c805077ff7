// TRUTH: safe
// EXPECT: proved
// WHY: signed overflow is undefined and assumed absent, so x + 1 is greater.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  assert(y > x);
  return 0;
}
