// TRUTH: safe
// EXPECT: unknown
// WHY: a recursive function with a contract: the sum of 0..n is not below n.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

/* requires 0 <= n <= 1000;
    assigns \nothing;
    ensures n <= \result <= 1000 * n;
*/
int sum(int n) {
  if (n == 0) return 0;
  return n + sum(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n <= 1000);
  assert(sum(n) >= n);
  return 0;
}
