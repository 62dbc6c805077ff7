// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: what the copy carries over is known only after the struct's type is: `t.p` leads to x.
#include <assert.h>
#include <string.h>

struct holder {
  int *p, v;
};

static void carry(void *to, void *from) { memcpy(to, from, sizeof(struct holder)); }

int main(void) {
  int x = 1;
  struct holder s = {&x, 2}, t;
  t.p = 0;
  carry(&t, &s);
  *t.p = 5;
  assert(x != 5);
  return 0;
}
