// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32
// WHY: while (i++ < n) leaves i one too large.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  __VERIFIER_assume(0 <= n && n <= 100);
  while (i++ < n) {
  }
  assert(i == n);
  return 0;
}
