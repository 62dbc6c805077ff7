// TRUTH: safe
// EXPECT: proved
// WHY: two pointers that are different or not; POLY's symbolic constants in C.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

void swap(int *x, int *y) {
  int t = *x;
  *x = *y;
  *y = t;
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int a0 = a, b0 = b;
  swap(&a, &b);
  assert(a == b0 && b == a0);
  swap(&a, &a);
  assert(a == b0);
  return 0;
}
