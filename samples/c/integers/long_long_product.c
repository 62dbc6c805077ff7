// TRUTH: safe
// EXPECT: proved
// WHY: the product of two ints fits into long long, when it is computed there.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  long long square = (long long)x * x;
  assert(square >= 0);
  assert(square >= x);
  return 0;
}
