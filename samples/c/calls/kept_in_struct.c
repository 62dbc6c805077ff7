// TRUTH: unsafe
// EXPECT: unknown
// WHY: a struct passed by value takes the pointers in it along.
#include <assert.h>

struct view {
  int *at;
};
extern void show(struct view v);

int main(void) {
  int level = 1;
  struct view v = {&level};
  show(v);
  assert(level == 1);
  return 0;
}
