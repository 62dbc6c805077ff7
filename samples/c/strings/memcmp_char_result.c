// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -6591594955869266771 65536
// WHY: the difference of two bytes is cut to a signed char: 0 and 128 lose their order.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  signed char difference = (signed char)(a - b);
  assert((difference < 0) == (a < b));
  return 0;
}
