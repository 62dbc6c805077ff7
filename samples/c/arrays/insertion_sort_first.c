// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: 32 2 -1047702733801974992
// WHY: j > 0 never moves the first element.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < 3; i++) {
    int v = a[i], j = i - 1;
    while (j > 0 && a[j] > v) {
      a[j + 1] = a[j];
      j--;
    }
    a[j + 1] = v;
  }
  for (int i = 0; i < 2; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
