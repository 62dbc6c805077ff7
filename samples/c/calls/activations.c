// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: every activation has a parameter of its own.
#include <assert.h>

int *outer;

int down(int n) {
  if (n == 0) return &n == outer;
  outer = &n;
  return down(n - 1);
}

int main(void) {
  assert(down(1));
  return 0;
}
