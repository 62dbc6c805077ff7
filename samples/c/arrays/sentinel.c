// TRUTH: safe
// EXPECT: proved
// INVARIANT 2: 0 <= i <= n && \forall integer k; 0 <= k < i ==> a[k] != key
// WHY: the sentinel at the end stops the search without a test of the index.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n <= 1000);
  int a[n + 1];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  a[n] = key;
  int i = 0;
  while (a[i] != key) i++;
  assert(i <= n);
  return 0;
}
