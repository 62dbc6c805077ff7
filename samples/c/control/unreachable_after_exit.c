// TRUTH: safe
// EXPECT: proved
// WHY: exit and a function that does not return end the run.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static _Noreturn void stop(int code) { exit(code); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) exit(0);
  while (x > 10) reach_error();
  if (x < -10) stop(1);
  if (x < -10) reach_error();
  return 0;
}
