// TRUTH: safe
// EXPECT: proved
// WHY: static locals begin once, keep their values, and have addresses that outlive the call.
#include <assert.h>

static int next(void) {
  static int n = 5;
  static int *p = &n;
  return (*p)++;
}

static int *slot(int i) {
  static int s[3] = {1, 2};
  return &s[i];
}

static int g(int x) {
  static int first = 1;
  if (first) {
    first = 0;
    return x;
  }
  static const int t[] = {[2] = 7};
  return t[x];
}

int main(void) {
  next();
  assert((next()) == 6);
  assert((next() + 1) == 8);
  *slot(2) = 9;
  *slot(0) += *slot(1);
  assert((*slot(0) + *slot(2)) == 12);
  assert((g(2)) == 2);
  assert((g(2)) == 7);
  assert((g(1)) == 0);
  int i;
  for (i = 0; i < 3; i++) {
    static int k;
    k += i;
    if (i == 2) assert(k == 3);
  }
  return 0;
}
