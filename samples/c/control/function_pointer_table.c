// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32 2 -1047702733801974992
// WHY: one entry of the table of functions goes below zero.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int same(int x) { return x; }
static int twice(int x) { return 2 * x; }
static int less(int x) { return x - 3; }

static int (*const table[3])(int) = {same, twice, less};

int main(void) {
  int x = 1;
  for (int i = 0; i < 3; i++) x = table[__VERIFIER_nondet_uint() % 3u](x);
  assert(x >= 0);
  return 0;
}
