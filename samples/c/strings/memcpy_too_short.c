// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 8
// WHY: the ninth byte is not copied any more.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  char a[16], b[16];
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n < 16);
  memset(a, 1, sizeof a);
  memset(b, 0, sizeof b);
  memcpy(b, a, 8);
  assert(b[n] == 1);
  return 0;
}
