// TRUTH: safe
// EXPECT: proved
// WHY: the address of a field does not touch its neighbours.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct box {
  int low, value, high;
};

void add(int *p, int d) { *p += d; }

int main(void) {
  struct box b = {-1, 0, 1};
  for (int i = 0; i < 20; i++) {
    add(&b.value, __VERIFIER_nondet_int() % 10);
    assert(b.low == -1 && b.high == 1);
    assert(-9 * (i + 1) <= b.value && b.value <= 9 * (i + 1));
  }
  return 0;
}
