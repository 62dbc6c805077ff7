// TRUTH: safe
// EXPECT: proved
// WHY: the same bits, signed and not.
#include <assert.h>

int main(void) {
  unsigned u = 5;
  int *p = (int *)&u;
  *p = -1;
  assert(u == 4294967295u);
  u = 2147483648u;
  assert(*p == -2147483647 - 1);
  return 0;
}
