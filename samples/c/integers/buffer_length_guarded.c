// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: left <= length
// WHY: comparing before subtracting.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned length = __VERIFIER_nondet_uint();
  unsigned header = __VERIFIER_nondet_uint();
  unsigned left = 0;
  if (length >= header) left = length - header;
  while (left > 0) {
    assert(left <= length);
    left--;
  }
  return 0;
}
