// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32
// WHY: a call that does not keep the precondition is a failure, whatever the body does with it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires x > 0;
    assigns \nothing;
    ensures \result >= 0;
*/
int predecessor(int x) {
  assert(x > 0);
  return x - 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  while (n >= 0) n = predecessor(n);
  return 0;
}
