// TRUTH: safe
// EXPECT: proved
// WHY: calls through a pointer that return pointers.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
int left, right;
int *get_left(void) { return &left; }
int *get_right(void) { return &right; }

int main(void) {
  int *(*get)(void) = __VERIFIER_nondet_int() ? get_left : get_right;
  *get() = 3;
  assert(left == 3 || right == 3);
  return 0;
}
