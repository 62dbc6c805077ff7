// TRUTH: safe
// EXPECT: proved
// WHY: two steps at a time keep the remainder modulo 2, across the wrap of unsigned.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 1;
  while (__VERIFIER_nondet_int()) x += 2u;
  assert(x % 2u == 1u);
  return 0;
}
