// TRUTH: safe
// EXPECT: proved
// WHY: nested loops of gotos: the inner one jumps to the head of the outer one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int locked = 0, work = __VERIFIER_nondet_int();
outer:
  assert(locked == 0);
  locked = 1;
inner:
  if (__VERIFIER_nondet_int()) goto inner;
  locked = 0;
  if (work-- > 0) goto outer;
  assert(locked == 0);
  return 0;
}
