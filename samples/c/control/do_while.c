// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= odd <= i
// WHY: the body runs at least once; continue goes to the condition.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, odd = 0;
  do {
    i++;
    if (i % 2 == 0) continue;
    odd++;
  } while (i < n);
  assert(i >= 1 && odd >= 1);
  assert(n < 1 || i == n);
  return 0;
}
