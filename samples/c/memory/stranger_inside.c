// TRUTH: unsafe
// EXPECT: refuted
// WHY: a stranger may call f with the address of a member of the struct it hands in.
#include <assert.h>

struct pair {
  int first, second;
};

void f(struct pair *s, int *p) {
  s->second = 1;
  *p = 2;
  assert(s->second == 1);
}
