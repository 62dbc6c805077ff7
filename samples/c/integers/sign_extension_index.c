// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -6591594955869266771
// WHY: a plain signed char used as an index can be negative.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  signed char c = (signed char)__VERIFIER_nondet_char();
  int index = c;
  assert(0 <= index && index < 256);
  return 0;
}
