// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: words are counted; there cannot be more than half of the characters, rounded up.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char line[12];
  int n = 12;
  for (int i = 0; i < n; i++) line[i] = __VERIFIER_nondet_char();
  int words = 0, i = 0;
  while (i < n) {
    while (i < n && line[i] == ' ') i++;
    if (i == n) break;
    words++;
    while (i < n && line[i] != ' ') i++;
    assert(2 * words <= i + 1);
  }
  assert(0 <= words && words <= 6);
  return 0;
}
