// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -6591594955869266771
// WHY: -1 % 10 is -1: the hash is no index.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int key = __VERIFIER_nondet_int();
  int slot = key % 10;
  assert(0 <= slot && slot < 10);
  return 0;
}
