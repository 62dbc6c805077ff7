// RUN: verify --ints=ideal
// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= y <= x && 1 <= x
// WHY: Code2Inv's kind: mathematical integers, where x + y does not wrap.
#include <assert.h>

extern int unknown_int(void);

int main(void) {
  int x = 1, y = 0;
  while (unknown_int()) {
    x = x + y;
    y = y + 1;
  }
  assert(x >= y);
  return 0;
}
