// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 97
// WHY: the string ends where the input put a 0, or not; its length is not always 1.
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assert(int);

int main(void) {
  char s[3] = "aa";
  s[1] = __VERIFIER_nondet_char();
  __VERIFIER_assert(strlen(s) == 1);
  return 0;
}
