// TRUTH: unsafe
// EXPECT: refuted
// TIME: slow
// INPUT: 0 -6 65536 -2147483648
// WHY: the test for the end comes first, so the terminator itself is not found.
#include <assert.h>
#include <stddef.h>

extern char __VERIFIER_nondet_char(void);

const char *find(const char *s, char c) {
  for (;; s++) {
    if (*s == '\0') return NULL;
    if (*s == c) return s;
  }
}

int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
  s[3] = '\0';
  char c = __VERIFIER_nondet_char();
  const char *p = find(s, c);
  assert(p != NULL || c != '\0');
  return 0;
}
