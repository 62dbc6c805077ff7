// TRUTH: unsafe
// EXPECT: refuted
// TIME: slow
// INPUT: 32 2 -1047702733801974992 32
// WHY: FQ's find without the test of `spot`: it returns the last index, not the first.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int find(const int *b, int length) {
  int spot = length;
  for (int i = 0; i < length; i++) {
    if (b[i] != 0) spot = i;
  }
  return spot;
}

int main(void) {
  int b[4];
  for (int i = 0; i < 4; i++) b[i] = __VERIFIER_nondet_int();
  int spot = find(b, 4);
  for (int i = 0; i < spot; i++) assert(b[i] == 0);
  return 0;
}
