// TRUTH: safe
// EXPECT: proved
// INVARIANT 2: 0 <= boundary <= i <= n
// INVARIANT 2: \forall integer k; 0 <= k < boundary ==> a[k] < pivot
// INVARIANT 2: \forall integer k; boundary <= k < i ==> a[k] >= pivot
// WHY: the partition step of quicksort: small elements left of the boundary.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), pivot = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 1000);
  int a[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int boundary = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < pivot) {
      int t = a[i];
      a[i] = a[boundary];
      a[boundary] = t;
      boundary++;
    }
  }
  for (int i = 0; i < n; i++) assert(i < boundary ? a[i] < pivot : a[i] >= pivot);
  return 0;
}
