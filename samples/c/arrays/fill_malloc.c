// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= n && \forall integer k; 0 <= k < i ==> a[k] == 7
// WHY: memset written out on memory from malloc of symbolic size.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 1000);
  int *a = malloc(n * sizeof(int));
  if (a == NULL) return 0;
  for (int i = 0; i < n; i++) a[i] = 7;
  int k = __VERIFIER_nondet_int();
  if (0 <= k && k < n) assert(a[k] == 7);
  free(a);
  return 0;
}
