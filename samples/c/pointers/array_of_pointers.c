// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32 2
// WHY: two slots of the array may hold the same pointer.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int x = 0, y = 0, z = 0;
  int *all[3] = {&x, &y, &z};
  int *two[2];
  two[0] = all[__VERIFIER_nondet_uint() % 3u];
  two[1] = all[__VERIFIER_nondet_uint() % 3u];
  *two[0] = 1;
  *two[1] = 2;
  assert(*two[0] == 1);
  return 0;
}
