// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= level && count == level
// WHY: SLAM's first example: a procedure that changes its caller's variable through a pointer.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
int level = 0;

void inc(int *p) { *p = *p + 1; }

void foo(int times) {
  int count = 0;
  level = 0;
  while (count < times) {
    inc(&count);
    inc(&level);
    assert(count == level);
  }
}

int main(void) {
  foo(__VERIFIER_nondet_int());
  return 0;
}
