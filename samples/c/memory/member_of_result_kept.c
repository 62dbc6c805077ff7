// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: what is behind a member of a struct that a call returns has changed.
#include <assert.h>
#include <string.h>

struct holding {
  int count;
  int *at;
};

static struct holding hold(int *where) {
  struct holding one = {1, where};
  return one;
}

int main(void) {
  int few[3] = {4, 5, 6}, more[2] = {7, 8};
  memset(hold(few).at, 0, sizeof(int));
  memcpy(hold(few + 1).at, more, sizeof(int));
  *hold(few + 2).at = 9;
  assert(few[0] == 4 && few[1] == 7 && few[2] == 9);
  return 0;
}
