// TRUTH: safe
// EXPECT: proved
// TIME: slow
// WHY: bubble sort that stops when nothing was swapped: quiet rounds mean sorted.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[8], swapped;
  for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int();
  do {
    swapped = 0;
    for (int j = 0; j < 7; j++) {
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
        swapped = 1;
      }
    }
  } while (swapped);
  for (int i = 0; i < 7; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
