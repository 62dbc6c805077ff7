// TRUTH: safe
// EXPECT: proved
// WHY: a struct that leads to itself, copied and changed through its own pointers.
#include <assert.h>

struct s {
  struct s *me;
  int v;
  int *pv;
};
int main(void) {
  struct s a = {&a, 1, &a.v};
  a.me->v = 2;
  assert((*a.pv) == 2);
  struct s b = a;
  assert(b.me == &a);
  *b.pv = 5;
  assert(a.v == 5);
  assert(b.v == 2);
  b.me = &b;
  b.me->me->pv = &b.v;
  *b.me->pv = 8;
  assert(b.v == 8);
  assert(a.v == 5);
  struct s *p = &a;
  p = p->me;
  p->pv = &p->me->v;
  assert((*p->pv) == 5);
  a = b;
  assert(a.v == 8);
  assert(a.me == &b);
  *a.me = a;
  assert(b.v == 8);
  return 0;
}
