// TRUTH: safe
// EXPECT: proved
// WHY: signed char to int keeps the sign; to unsigned it adds 2^32.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  signed char c = (signed char)__VERIFIER_nondet_char();
  int i = c;
  unsigned u = (unsigned)c;
  unsigned char uc = (unsigned char)c;
  assert(-128 <= i && i <= 127);
  assert(c >= 0 ? u <= 127u : u >= 4294967168u);
  assert(c >= 0 ? uc == i : uc == i + 256);
  return 0;
}
