// TRUTH: safe
// EXPECT: proved
// TIME: slow
// WHY: the terminator is found inside the buffer, and nothing before it is zero.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[16];
  for (int i = 0; i < 15; i++) s[i] = __VERIFIER_nondet_char();
  s[15] = '\0';
  unsigned long length = 0;
  while (s[length] != '\0') length++;
  assert(length <= 15);
  assert(s[length] == '\0');
  for (unsigned long i = 0; i < length; i++) assert(s[i] != '\0');
  return 0;
}
