// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= 10
// INVARIANT 2: 0 <= j <= 10
// WHY: break and continue of nested loops belong to the inner one; for's step runs after continue.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int outer = 0, inner = 0;
  for (int i = 0; i < 10; i++) {
    if (__VERIFIER_nondet_int()) continue;
    outer++;
    for (int j = 0; j < 10; j++) {
      if (j > i) break;
      inner++;
    }
    assert(outer <= i + 1);
  }
  assert(outer <= 10 && inner <= 10 * outer);
  return 0;
}
