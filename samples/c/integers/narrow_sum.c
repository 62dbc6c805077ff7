// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -3268000008456837163 416
// WHY: 200 + 100 in unsigned char is 44, though the addition itself is done in int.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  unsigned char sum = a + b;
  assert(sum >= a);
  return 0;
}
