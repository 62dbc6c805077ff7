// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 1 1 3405 3 0 -6
// WHY: one failure jumps past the release.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
int first = 0, second = 0;

int work(void) {
  int result = -1;
  if (__VERIFIER_nondet_int()) goto out;
  first++;
  if (__VERIFIER_nondet_int()) goto out;
  second++;
  result = 0;
  second--;
  first--;
out:
  return result;
}

int main(void) {
  for (int i = 0; i < 20; i++) {
    work();
    assert(first == 0 && second == 0);
  }
  return 0;
}
