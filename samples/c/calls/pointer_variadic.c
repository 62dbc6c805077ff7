// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: a function with a variable number of arguments is among those a pointer may mean.
#include <assert.h>

int calls;
int count(int n, ...) {
  calls = n;
  return 0;
}
int other(int a, int b) { return a + b; }

int main(void) {
  int (*plain)(int, int) = other;
  int (*open)(int, ...) = count;
  plain(1, 2);
  open(1, 2);
  assert(calls == 0);
  return 0;
}
