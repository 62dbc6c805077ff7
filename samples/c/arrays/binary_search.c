// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: what is not found is nowhere: the key lies neither left of low nor right of high.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 1000);
  int a[n];
  a[0] = __VERIFIER_nondet_int();
  for (int i = 1; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    __VERIFIER_assume(a[i - 1] <= a[i]);
  }
  int low = 0, high = n - 1, found = -1;
  while (low <= high && found < 0) {
    int middle = low + (high - low) / 2;
    if (a[middle] < key)
      low = middle + 1;
    else if (a[middle] > key)
      high = middle - 1;
    else
      found = middle;
  }
  assert(found < n);
  if (found >= 0)
    assert(a[found] == key);
  else
    for (int i = 0; i < n; i++) assert(a[i] != key);
  return 0;
}
