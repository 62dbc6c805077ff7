// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= 20 && first == 0 && second == 0
// WHY: the usual chain of clean-up labels: whatever fails, each resource is released once.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
int first = 0, second = 0;

int work(void) {
  int result = -1;
  if (__VERIFIER_nondet_int()) goto out;
  first++;
  if (__VERIFIER_nondet_int()) goto release_first;
  second++;
  result = 0;
  second--;
release_first:
  first--;
out:
  return result;
}

int main(void) {
  for (int i = 0; i < 20; i++) {
    int r = work();
    assert(r == 0 || r == -1);
    assert(first == 0 && second == 0);
  }
  return 0;
}
