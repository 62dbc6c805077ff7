// TRUTH: unsafe
// EXPECT: refuted
// WHY: a stranger may call f with the address of a member of the global.
#include <assert.h>

struct mixed {
  int number;
  long other;
} g;

void f(int *p) {
  g.number = 1;
  *p = 2;
  assert(g.number == 1);
}
