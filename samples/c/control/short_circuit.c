// TRUTH: safe
// EXPECT: proved
// WHY: the right operand has a side effect only when it is evaluated.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int calls = 0;
int called(int result) {
  calls++;
  return result;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int both = a && called(1);
  assert(calls == (a != 0) && both == (a != 0));
  calls = 0;
  int either = a || called(0);
  assert(calls == (a == 0) && either == (a != 0));
  int i = 0;
  if (a > 0 && ++i > 1) assert(0);
  assert(i == (a > 0));
  return 0;
}
