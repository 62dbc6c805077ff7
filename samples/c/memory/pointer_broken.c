// TRUTH: safe
// EXPECT: unknown
// WHY: bytes of a pointer copied one by one: what they make up is not modelled, so nothing is claimed.
#include <assert.h>

int main(void) {
  int x = 1;
  int *p = &x, *q = 0;
  unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
  for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i];
  *q = 7;
  assert(x == 7);
  return 0;
}
