// TRUTH: safe
// EXPECT: proved
// WHY: arguments, results and returns are converted to the declared types.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

unsigned char low(int x) { return x; }
int widen(unsigned char c) { return c; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(low(511) == 255);
  assert(widen(-1) == 255);
  assert(0 <= low(x) && widen(x) == low(x));
  return 0;
}
