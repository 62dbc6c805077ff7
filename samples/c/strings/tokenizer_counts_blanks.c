// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: 32 2080 -6 32
// WHY: without the break, blanks at the end count as a word.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char line[4];
  int n = 4, letters = 0;
  for (int i = 0; i < n; i++) {
    line[i] = __VERIFIER_nondet_char();
    if (line[i] != ' ') letters++;
  }
  int words = 0, i = 0;
  while (i < n) {
    while (i < n && line[i] == ' ') i++;
    words++;
    while (i < n && line[i] != ' ') i++;
  }
  assert(words <= letters);
  return 0;
}
