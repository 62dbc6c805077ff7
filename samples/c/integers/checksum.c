// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: Adler's two sums stay below the modulus, with reduction in every step.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned a = 1, b = 0;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 1000; i++) {
    a = (a + __VERIFIER_nondet_uchar()) % 65521u;
    b = (b + a) % 65521u;
  }
  unsigned sum = b << 16 | a;
  assert(a < 65521u && b < 65521u);
  assert((sum & 0xffffu) == a && sum >> 16 == b);
  return 0;
}
