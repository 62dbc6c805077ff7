// TRUTH: safe
// EXPECT: proved
// WHY: which function is called depends on the input; both keep the bound.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int up(int x) { return x < 100 ? x + 1 : x; }
static int down(int x) { return x > 0 ? x - 1 : x; }

int main(void) {
  int (*step)(int) = up;
  int level = 50;
  while (__VERIFIER_nondet_int()) {
    step = __VERIFIER_nondet_int() ? up : &down;
    level = step(level);
    assert(0 <= level && level <= 100);
  }
  return 0;
}
