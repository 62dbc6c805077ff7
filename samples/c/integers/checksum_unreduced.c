// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: 3 10 7469766965853716690 2613432558775238845
// WHY: without the reduction the low sum runs into the high half.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned a = 65400, b = 0;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 10; i++) {
    a = a + __VERIFIER_nondet_uchar();
    b = (b + a) % 65521u;
  }
  unsigned sum = b << 16 | a;
  assert((sum & 0xffffu) == a);
  return 0;
}
