// TRUTH: safe
// EXPECT: proved
// TIME: slow
// WHY: a op= b converts back to the type of a and evaluates a once.
#include <assert.h>

int calls = 0;
int next(void) { return calls++; }

int main(void) {
  int a[4] = {1, 2, 3, 4};
  a[next()] += 10;
  assert(calls == 1 && a[0] == 11 && a[1] == 2);
  unsigned char c = 250;
  c += 10;
  assert(c == 4);
  c *= 100;
  assert(c == 144);
  int x = 17;
  x %= 5;
  x <<= 4;
  x |= 1;
  x ^= 32;
  assert(x == 1);
  return 0;
}
