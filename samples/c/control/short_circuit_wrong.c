// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32
// WHY: the increment in the right operand does not always happen.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), i = 0;
  int hit = a > 5 || i++ > 0;
  assert(hit || i == 1);
  assert(i == 1);
  return 0;
}
