// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 1854 12345
// WHY: inc/foo where the pointer sometimes points at the other counter.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
int level = 0;

void inc(int *p) { *p = *p + 1; }

int main(void) {
  int count = 0;
  int times = __VERIFIER_nondet_int();
  int other = __VERIFIER_nondet_int();
  while (count < times) {
    inc(&count);
    inc(other == 12345 && count == 3 ? &count : &level);
    assert(count == level);
  }
  return 0;
}
