// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 5
// WHY: the address of a local is stored in a global; the callee changes it behind the loop's back.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int *watched;

void poke(void) {
  if (watched) *watched = 100;
}

int main(void) {
  int i;
  watched = __VERIFIER_nondet_int() == 5 ? &i : 0;
  for (i = 0; i < 10; i++) poke();
  assert(i == 10);
  return 0;
}
