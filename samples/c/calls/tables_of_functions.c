// TRUTH: safe
// EXPECT: proved
// WHY: functions in constant tables, which objects lead to.
#include <assert.h>

struct dev;
struct vt {
  int (*get)(struct dev *);
  void (*set)(struct dev *, int);
};
struct dev {
  const struct vt *v;
  int val;
};
static int g1(struct dev *d) {
  return d->val;
}

static void s1(struct dev *d, int x) {
  d->val = x;
}

static int g2(struct dev *d) {
  return -d->val;
}

static void s2(struct dev *d, int x) {
  d->val += x;
}

static const struct vt v1 = {g1, s1}, v2 = {.set = s2, .get = g2};
int main(void) {
  struct dev a = {&v1, 1}, b = {&v2, 2}, *ds[] = {&a, &b};
  for (int i = 0; i < 2; i++) ds[i]->v->set(ds[i], 10);
  assert((a.v->get(&a)) == 10);
  assert((b.v->get(&b)) == -12);
  a.v = b.v;
  assert((a.v->get(&a)) == -10);
  a.v->set(&a, 1);
  assert(a.val == 11);
  assert(a.v == &v2);
  assert(v1.get == g1);
  struct vt c = *b.v;
  c.get = g1;
  assert((c.get(&b)) == 12);
  return 0;
}
