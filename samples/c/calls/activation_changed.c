// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the inner activation writes to the variable of the outer one.
#include <assert.h>

static void dig(int *above, int depth) {
  int mine = depth;
  if (above && *above == 2 && depth == 1) {
    *above = 9;
    return;
  }
  if (depth > 0) dig(&mine, depth - 1);
  assert(mine != 9);
}

int main(void) {
  dig(0, 2);
  return 0;
}
