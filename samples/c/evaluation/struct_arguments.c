// TRUTH: safe
// EXPECT: proved
// WHY: what a function does to a struct parameter is not seen outside.
#include <assert.h>

struct v {
  int a[3];
  char t;
};
static int s(struct v v) {
  v.a[0] = 9;
  v.t++;
  return v.a[0] + v.a[1] + v.t;
}

static struct v id(struct v v) {
  return v;
}

static void m(struct v *v) {
  *v = id(*v);
  v->a[2] += s(*v);
}

int main(void) {
  struct v x = {{1, 2, 3}, 4};
  assert((s(x)) == 16);
  assert(x.a[0] == 1);
  assert(x.t == 4);
  m(&x);
  assert(x.a[2] == 19);
  assert((id(x).a[2]) == 19);
  assert((s(id(x))) == 16);
  struct v y = id(id(x));
  y.a[1] = 0;
  assert(x.a[1] == 2);
  assert(((y = x, y.a[0])) == 1);
  return 0;
}
