// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: a pointer among bytes leads to where it was made to lead.
#include <assert.h>

union any {
  long number;
  int *pointer;
};

int main(void) {
  int x = 1, y = 2;
  union any u;
  u.number = 3;
  u.pointer = &y;
  *u.pointer = 5;
  assert(y == 2);
  return 0;
}
