// TRUTH: safe
// EXPECT: proved
// WHY: division rounds towards zero; the remainder has the sign of the dividend.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
  assert(x % 3 > -3 && x % 3 < 3);
  assert(x >= 0 || x % 3 <= 0);
  assert((x / 3) * 3 + x % 3 == x);
  return 0;
}
