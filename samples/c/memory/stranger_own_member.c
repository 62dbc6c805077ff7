// TRUTH: unsafe
// EXPECT: refuted
// WHY: the pointer in a stranger's struct may lead to another member of that struct.
#include <assert.h>

struct self {
  int value;
  int *p;
};

void f(struct self *s) {
  s->value = 1;
  *s->p = 2;
  assert(s->value == 1);
}
