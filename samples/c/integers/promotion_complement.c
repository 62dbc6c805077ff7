// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32
// WHY: ~a is an int and negative, so it is never equal to an unsigned char.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = ~a;
  assert(b == ~a);
  return 0;
}
