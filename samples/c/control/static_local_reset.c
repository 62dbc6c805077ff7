// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: a static local is not set again by the next call.
#include <assert.h>

int ticket(void) {
  static int last = 100;
  return ++last;
}

int main(void) {
  for (int i = 0; i < 3; i++) assert(ticket() == 101);
  return 0;
}
