// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: pointers to two members of one struct are not equal.
#include <assert.h>

struct pair {
  int first, second;
};

int main(void) {
  struct pair s;
  void *p = &s.first, *q = &s.second;
  assert(p == q);
  return 0;
}
