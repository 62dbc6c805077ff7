// TRUTH: unsafe
// EXPECT: unknown
// INPUT: none
// WHY: %n stores the number of characters so far; it is not computed, but x is not what it was.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = 0;
  printf("abc%n\n", &x);
  assert(x == 0);
  return 0;
}
