// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the product wraps to 8, so that the third element stays as it was.
#include <assert.h>
#include <string.h>

int main(void) {
  int a[3] = {1, 1, 1};
  unsigned n = 0x40000002u;
  memset(a, 0, n * 4u);
  assert(a[2] == 0);
  return 0;
}
