// TRUTH: safe
// EXPECT: proved
// WHY: case 2 falls into case 1, default stands in the middle.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
    case 2:
      y += 2;
    case 1:
      y += 1;
      break;
    default:
      y = -1;
    case 0:
      y += 10;
  }
  if (x == 2) assert(y == 3);
  if (x == 1) assert(y == 1);
  if (x == 0) assert(y == 10);
  if (x < 0 || x > 2) assert(y == 9);
  return 0;
}
