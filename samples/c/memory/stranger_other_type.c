// TRUTH: safe
// EXPECT: unknown
// WHY: a pointer to int is aligned, so that no store through it changes two members.
#include <assert.h>

struct self {
  int value, other;
  int *p;
};

void f(struct self *s) {
  int *p = s->p;
  s->value = 1;
  s->other = 1;
  *p = 2;
  assert(s->p == p);
  assert(s->value == 1 || s->other == 1);
}
