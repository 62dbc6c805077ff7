// TRUTH: safe
// EXPECT: proved
// WHY: an unsigned char counter wraps after 255 steps and stays in its range.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char c = 0;
  while (__VERIFIER_nondet_int()) {
    c++;
    assert(c <= 255);
  }
  c = 255;
  c++;
  assert(c == 0);
  return 0;
}
