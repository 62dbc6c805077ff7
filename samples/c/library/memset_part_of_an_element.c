// TRUTH: safe
// EXPECT: proved
// WHY: memset writes bytes: half of the second element, a pattern in each of the others.
#include <assert.h>
#include <string.h>

int main(void) {
  int a[3] = {-1, -1, -1};
  memset(a, 0, 6);
  assert(a[0] == 0);
  assert(a[1] == -65536);
  assert(a[2] == -1);
  unsigned short u[4];
  memset(u, 0xab, sizeof u);
  assert(u[3] == 0xabab);
  return 0;
}
