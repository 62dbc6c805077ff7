// TRUTH: safe
// EXPECT: proved
// WHY: a pointer into the string, or NULL; nothing before it equals the character.
#include <assert.h>
#include <stddef.h>

extern char __VERIFIER_nondet_char(void);

const char *find(const char *s, char c) {
  for (;; s++) {
    if (*s == c) return s;
    if (*s == '\0') return NULL;
  }
}

int main(void) {
  char s[6];
  for (int i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
  s[5] = '\0';
  const char *p = find(s, 'x');
  assert(p == NULL || *p == 'x');
  assert(p == NULL || (s <= p && p < s + 5));
  assert(find(s, '\0') != NULL);
  return 0;
}
