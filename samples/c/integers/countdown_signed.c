// TRUTH: safe
// EXPECT: proved
// WHY: the same loop with a signed counter ends.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int n = (int)(__VERIFIER_nondet_uint() % 10u);
  int steps = 0;
  for (int i = n; i >= 0; i--) {
    assert(steps <= n);
    steps++;
  }
  assert(steps == n + 1);
  return 0;
}
