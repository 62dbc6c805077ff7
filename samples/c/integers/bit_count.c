// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: Kernighan's loop; the count is not zero exactly when the word is not. That it is at most 32 needs more.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), v = x;
  unsigned long long count = 0;
  while (v != 0) {
    v &= v - 1u;
    count++;
  }
  assert((count == 0) == (x == 0));
  return 0;
}
