// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: c == 0 || c == 5 || c == 6
// WHY: enumerators count on from the last one given.
#include <assert.h>

enum colour { red, green = 5, blue };

extern int __VERIFIER_nondet_int(void);

int main(void) {
  enum colour c = red;
  while (__VERIFIER_nondet_int()) {
    switch (c) {
      case red: c = green; break;
      case green: c = blue; break;
      case blue: c = red; break;
    }
    assert(c == red || c == green || c == blue);
  }
  assert(blue == 6);
  return 0;
}
