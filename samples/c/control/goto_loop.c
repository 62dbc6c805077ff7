// TRUTH: safe
// EXPECT: proved
// WHY: a loop made of a backward goto, left by a forward one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  __VERIFIER_assume(0 <= n && n <= 1000);
again:
  if (i >= n) goto done;
  i++;
  goto again;
done:
  assert(i == n);
  return 0;
}
