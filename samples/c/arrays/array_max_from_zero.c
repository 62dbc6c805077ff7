// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 1 -3
// WHY: starting from 0, the maximum of negative numbers is not among them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 4);
  int a[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int max = 0, found = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > max) max = a[i];
  for (int i = 0; i < n; i++)
    if (a[i] == max) found = 1;
  assert(found);
  return 0;
}
