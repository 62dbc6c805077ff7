// TRUTH: safe
// EXPECT: proved
// WHY: the callee chooses where its caller's pointer points.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

void choose(int **out, int *a, int *b) { *out = *a < *b ? a : b; }

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int *least;
  choose(&least, &x, &y);
  assert(*least <= x && *least <= y);
  *least = 0;
  assert(x == 0 || y == 0);
  return 0;
}
