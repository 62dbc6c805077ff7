// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: 32 2 -1047702733801974992 32
// WHY: swapping by exclusive or clears the value when both pointers are the same.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

void swap(int *x, int *y) {
  *x ^= *y;
  *y ^= *x;
  *x ^= *y;
}

int main(void) {
  int a[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  int i = __VERIFIER_nondet_int() & 1, j = __VERIFIER_nondet_int() & 1;
  int before = a[i];
  swap(&a[i], &a[j]);
  assert(a[j] == before);
  return 0;
}
