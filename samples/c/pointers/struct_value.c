// TRUTH: safe
// EXPECT: proved
// WHY: a struct passed by value is a copy; assignment copies arrays inside as well.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
  int x, y;
  int tail[2];
};

int sum(struct pair p) {
  p.x += p.y;
  p.y = 0;
  return p.x;
}

struct pair make(int x, int y) {
  struct pair p = {.y = y, .x = x};
  return p;
}

int main(void) {
  int x = __VERIFIER_nondet_int() % 1000, y = __VERIFIER_nondet_int() % 1000;
  struct pair p = make(x, y), q;
  assert(p.tail[0] == 0 && p.tail[1] == 0);
  assert(sum(p) == x + y);
  assert(p.x == x && p.y == y);
  q = p;
  q.tail[1] = 7;
  assert(p.tail[1] == 0 && q.x == x);
  return 0;
}
