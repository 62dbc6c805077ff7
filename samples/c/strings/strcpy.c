// TRUTH: safe
// EXPECT: proved
// TIME: slow
// WHY: copying with the assignment in the condition, into a buffer that is big enough.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char from[10], to[10];
  for (int i = 0; i < 9; i++) from[i] = __VERIFIER_nondet_char();
  from[9] = '\0';
  int i = 0;
  while ((to[i] = from[i]) != '\0') i++;
  assert(i <= 9 && to[i] == '\0');
  for (int k = 0; k <= i; k++) assert(to[k] == from[k]);
  return 0;
}
