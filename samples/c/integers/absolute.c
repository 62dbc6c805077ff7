// TRUTH: safe
// EXPECT: proved
// WHY: -x of INT_MIN is undefined and assumed absent; everything else gets non-negative.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x < 0 ? -x : x;
  assert(y >= 0 && (y == x || y == -x));
  return 0;
}
