// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: i + j == 10 && count == i && i <= j
// WHY: comma evaluates left to right; ?: evaluates one arm only.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i, j, count = 0;
  for (i = 0, j = 10; i < j; i++, j--) {
    assert(i + j == 10);
    count++;
  }
  assert(i == 5 && j == 5 && count == 5);
  int x = __VERIFIER_nondet_int(), y = 0, z = 0;
  int r = x > 0 ? (y = 1, 7) : (z = 1, 8);
  assert(y + z == 1 && r == 8 - y);
  return 0;
}
