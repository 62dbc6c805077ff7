// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the argument of a definition without a prototype is converted to char.
#include <assert.h>

int low(n, c) int n; char c; { return n + c; }

int main(void) {
  assert(low(0, 300) != 44);
  return 0;
}
