// TRUTH: safe
// EXPECT: proved
// WHY: a static local is initialised once and keeps its value; globals begin with zero.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int zeroed[3];
static int given[4] = {1, 2};

int ticket(void) {
  static int last = 100;
  return ++last;
}

int main(void) {
  assert(zeroed[1] == 0 && given[1] == 2 && given[3] == 0);
  int previous = 100;
  while (__VERIFIER_nondet_int()) {
    int t = ticket();
    assert(t == previous + 1);
    previous = t;
  }
  return 0;
}
