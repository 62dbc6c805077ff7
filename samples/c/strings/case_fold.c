// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= 9
// INVARIANT 2: \forall integer k; 0 <= k < i ==> s[k] < 'A' || s[k] > 'Z'
// WHY: after folding no capital letter is left, whatever the sign of char.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[9];
  for (int i = 0; i < 9; i++) s[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < 9; i++)
    if ('A' <= s[i] && s[i] <= 'Z') s[i] += 'a' - 'A';
  for (int i = 0; i < 9; i++) assert(s[i] < 'A' || s[i] > 'Z');
  return 0;
}
