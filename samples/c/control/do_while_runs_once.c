// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -6591594955869266771
// WHY: for n <= 0 the body has run once all the same.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  do {
    i++;
  } while (i < n);
  assert(i == n);
  return 0;
}
