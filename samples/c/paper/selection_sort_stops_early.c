// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: 3 10 7469766965853716690 2613432558775238845
// WHY: the inner loop does not look at the last element.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 1000);
  int a[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n - 1; i++) {
    int least = i;
    for (int j = i + 1; j < n - 1; j++) {
      if (a[j] < a[least]) least = j;
    }
    int t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
  for (int i = 0; i + 1 < n; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
