// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: -566307585630125740 3 -7524682626870160627
// WHY: one round does not sort three elements.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  for (int j = 0; j < 2; j++) {
    if (a[j] > a[j + 1]) {
      int t = a[j];
      a[j] = a[j + 1];
      a[j + 1] = t;
    }
  }
  assert(a[0] <= a[1] && a[1] <= a[2]);
  return 0;
}
