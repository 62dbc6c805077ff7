// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: 1
// WHY: `low < high` misses the last candidate.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = {1, 3, 5, 7};
  int key = __VERIFIER_nondet_int();
  int low = 0, high = 3, found = -1;
  while (low < high && found < 0) {
    int middle = low + (high - low) / 2;
    if (a[middle] < key)
      low = middle + 1;
    else if (a[middle] > key)
      high = middle - 1;
    else
      found = middle;
  }
  if (found < 0)
    for (int i = 0; i < 4; i++) assert(a[i] != key);
  return 0;
}
