// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: calls through a pointer that take and return structs.
#include <assert.h>

struct pair {
  int first, second;
};
struct pair turned(struct pair p) {
  struct pair r = {p.second, p.first};
  return r;
}

int main(void) {
  struct pair (*change)(struct pair) = turned;
  struct pair p = {1, 2};
  p = change(p);
  assert(p.first == 1);
  return 0;
}
