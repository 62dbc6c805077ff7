// TRUTH: safe
// EXPECT: proved
// WHY: structs with arrays and pointers to each other, copied over one another.
#include <assert.h>
#include <string.h>

struct in {
  char c;
  short s[2];
};
struct out {
  int i;
  struct in a[2];
  struct out *n;
};
static struct out mk(int i) {
  struct out o;
  memset(&o, 0, sizeof o);
  o.i = i;
  o.a[1].s[1] = i * 2;
  return o;
}

int main(void) {
  struct out x = mk(3), y = mk(4), *p = &x;
  x.n = &y;
  y.n = &x;
  *p = *p->n;
  assert(x.i == 4);
  assert(x.n == &x);
  assert(p->n->n->i == 4);
  y = mk(x.i + 1);
  assert(y.a[1].s[1] == 10);
  x.a[0] = y.a[1];
  assert(x.a[0].s[1] == 10);
  struct in *q = &x.a[1];
  *q = x.a[0];
  assert(x.a[1].s[1] == 10);
  struct out z[2] = {x, y};
  z[0] = z[1];
  assert(z[0].i == 5);
  z[z[0].i - 5] = x;
  assert(z[0].i == 4);
  assert((mk(8).a[1].s[1]) == 16);
  memcpy(&z[1], &z[0], sizeof z[0]);
  assert(z[1].i == 4);
  struct out w;
  w = *(z + 1);
  assert(w.a[1].s[1] == 10);
  return 0;
}
