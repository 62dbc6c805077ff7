// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the callee changes its copy only.
#include <assert.h>

struct counter {
  int n;
};

void tick(struct counter c) { c.n++; }

int main(void) {
  struct counter c = {0};
  for (int i = 0; i < 5; i++) tick(c);
  assert(c.n == 5);
  return 0;
}
