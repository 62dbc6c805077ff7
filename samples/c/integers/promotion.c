// TRUTH: safe
// EXPECT: proved
// WHY: unsigned char operands are promoted to int: their sum and difference do not wrap.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  assert(a + b >= a);
  assert(a - b >= -255);
  assert((a - b < 0) == (a < b));
  assert(~a < 0);
  return 0;
}
