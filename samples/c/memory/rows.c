// TRUTH: safe
// EXPECT: proved
// WHY: rows follow one another: the end of one is the start of the next.
#include <assert.h>

int main(void) {
  int m[3][4];
  int *p = &m[0][0];
  p[9] = 5;
  assert(m[2][1] == 5);
  assert(&m[1][0] == &m[0][4]);
  assert(&m[2][1] - &m[0][2] == 7);
  return 0;
}
