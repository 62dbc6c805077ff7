// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= 3
// WHY: three variables of one name; each block has its own.
#include <assert.h>

int x = 1;

int main(void) {
  assert(x == 1);
  int x = 2;
  for (int i = 0; i < 3; i++) {
    int x = 10 + i;
    assert(x >= 10 && x <= 12);
    {
      extern int y;
      x = y;
    }
    assert(x == 5);
  }
  assert(x == 2);
  return 0;
}

int y = 5;
