// TRUTH: safe
// EXPECT: proved
// WHY: once i is not negative both comparisons agree; sizeof is unsigned as well.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned limit = 10;
  if (0 <= i && i < 10) assert(i < limit);
  if (i < 0) assert(i > sizeof(int));
  return 0;
}
