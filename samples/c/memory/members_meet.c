// TRUTH: safe
// EXPECT: proved
// WHY: one pointer leads to either member; they are different places, in order.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
  int first, second;
};

int main(void) {
  struct pair s = {1, 2};
  int *p = __VERIFIER_nondet_int() ? &s.first : &s.second;
  *p = 7;
  assert(s.first + s.second == 9 || s.first + s.second == 8);
  assert(&s.first < &s.second);
  assert((char *)&s.second - (char *)&s == 4);
  return 0;
}
