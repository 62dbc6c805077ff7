// TRUTH: safe
// EXPECT: proved
// RUN: slam
// WHY: recursion without a bound, through a pointer to a local variable of the caller
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void set(int *flag, int n) {
  if (n <= 0) {
    *flag = 1;
    return;
  }
  set(flag, n - 1);
}

int main(void) {
  int flag = 0;
  set(&flag, __VERIFIER_nondet_int() % 50);
  assert(flag == 1);
  return 0;
}
