// TRUTH: safe
// EXPECT: proved
// WHY: predicates about one pointer say something about another once they are equal.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  int *q = &x;
  *q = 3;
  if (p == q) {
    *p = *p + 1;
    assert(*q == 4);
  } else {
    *p = 7;
    assert(*q == 3);
  }
  return 0;
}
