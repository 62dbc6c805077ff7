// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 65536
// WHY: an unsigned char is no _Bool: 256 becomes 0.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char flag = x;
  assert((flag != 0) == (x != 0));
  return 0;
}
