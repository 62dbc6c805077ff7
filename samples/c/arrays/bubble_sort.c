// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: the largest of the rest moves to its end in every round.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 1000);
  int a[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int end = n - 1; end > 0; end--) {
    for (int j = 0; j < end; j++) {
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
    }
  }
  for (int i = 0; i + 1 < n; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
