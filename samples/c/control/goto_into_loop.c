// TRUTH: safe
// EXPECT: proved
// WHY: the loop has two entries; a variable says which is meant.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0, y = 0;
  if (__VERIFIER_nondet_int()) goto middle;
top:
  x++;
middle:
  y = x;
  assert(x == y);
  if (x < 10) goto top;
  assert(y >= 10);
  return 0;
}
