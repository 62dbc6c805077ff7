// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32 2 -1047702733801974992
// WHY: the length of a full buffer is 15, not below.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
  s[3] = '\0';
  unsigned long length = 0;
  while (s[length] != '\0') length++;
  assert(length < 3);
  return 0;
}
