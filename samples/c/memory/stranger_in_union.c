// TRUTH: unsafe
// EXPECT: refuted
// WHY: a stranger's pointer to int may lead to the member of a union that is only read in bytes.
#include <assert.h>

union view {
  int number;
  unsigned char bytes[4];
};

void f(union view *u, int *p) {
  u->bytes[0] = 1;
  *p = 2;
  assert(u->bytes[0] == 1);
}
