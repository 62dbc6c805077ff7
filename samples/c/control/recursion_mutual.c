// TRUTH: safe
// EXPECT: proved
// WHY: two functions that call each other; without contracts a summary is needed.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int is_odd(unsigned n);
int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 64u;
  int even = is_even(n);
  assert(even == 0 || even == 1);
  return 0;
}
