// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: swapping from both ends; three ranges of the array know different things.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 1000);
  int a[n], old[n];
  for (int i = 0; i < n; i++) old[i] = a[i] = __VERIFIER_nondet_int();
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  for (int i = 0; i < n; i++) assert(a[i] == old[n - 1 - i]);
  return 0;
}
