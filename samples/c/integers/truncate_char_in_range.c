// TRUTH: safe
// EXPECT: proved
// WHY: narrowing keeps a value that fits, for char types of both signs and short.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (0 <= n && n <= 255) assert((unsigned char)n == n);
  if (-128 <= n && n <= 127) assert((signed char)n == n);
  if (-32768 <= n && n <= 32767) assert((short)n == n);
  assert((unsigned short)n == (n & 0xffff));
  return 0;
}
