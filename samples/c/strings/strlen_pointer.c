// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: the same with a pointer that walks, and a difference of pointers.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

long length_of(const char *s) {
  const char *p = s;
  while (*p) ++p;
  return p - s;
}

int main(void) {
  char s[8];
  for (int i = 0; i < 7; i++) s[i] = __VERIFIER_nondet_char();
  s[7] = 0;
  long n = length_of(s);
  assert(0 <= n && n <= 7 && s[n] == 0);
  assert(length_of("pawl") == 4);
  return 0;
}
