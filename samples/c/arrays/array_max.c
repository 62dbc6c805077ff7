// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= n
// INVARIANT 2: 1 <= i <= n && \forall integer k; 0 <= k < i ==> a[k] <= max
// INVARIANT 3: \forall integer k; 0 <= k < n ==> a[k] <= max
// WHY: the maximum is not below any element and is one of them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 1000);
  int a[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int max = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > max) max = a[i];
  for (int i = 0; i < n; i++) assert(a[i] <= max);
  return 0;
}
