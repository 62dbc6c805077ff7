// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: a.n <= 10 && b.n <= 5
// WHY: the same through a pointer; the two counters are different objects.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct counter {
  int n, limit;
};

void tick(struct counter *c) {
  if (c->n < c->limit) c->n++;
}

int main(void) {
  struct counter a = {0, 10}, b = {0, 5};
  while (__VERIFIER_nondet_int()) {
    tick(__VERIFIER_nondet_int() ? &a : &b);
    assert(a.n <= 10 && b.n <= 5);
  }
  return 0;
}
