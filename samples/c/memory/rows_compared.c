// TRUTH: safe
// EXPECT: proved
// WHY: an array, its first row and the first element of that are at one address.
#include <assert.h>

int main(void) {
  int a[2][3];
  void *p = a[1], *q = &a[1], *r = &a[1][1];
  assert(p == q);
  assert(p != r);
  return 0;
}
