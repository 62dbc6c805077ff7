// TRUTH: safe
// EXPECT: proved
// WHY: the sum of an array of ones is its length: the element's value is needed inside the second loop.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  __VERIFIER_assume(0 <= n && n <= 1000);
  int a[n + 1];
  for (int i = 0; i < n; i++) a[i] = 1;
  for (int i = 0; i < n; i++) s += a[i];
  assert(s == n);
  return 0;
}
