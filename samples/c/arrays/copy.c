// TRUTH: safe
// EXPECT: proved
// INVARIANT 2: 0 <= i <= n && \forall integer k; 0 <= k < i ==> b[k] == a[k]
// INVARIANT 3: \forall integer k; 0 <= k < n ==> b[k] == a[k]
// WHY: memcpy written out, element by element.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n <= 1000);
  int a[n + 1], b[n + 1];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) b[i] = a[i];
  for (int i = 0; i < n; i++) assert(b[i] == a[i]);
  return 0;
}
