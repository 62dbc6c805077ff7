// TRUTH: safe
// EXPECT: proved
// TIME: slow
// WHY: memset, memcpy, strlen and memcmp of the library, by contract.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  char a[20], b[20];
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n < 20);
  memset(a, 'x', sizeof a);
  a[n] = '\0';
  memcpy(b, a, sizeof b);
  assert(b[n] == '\0');
  assert(strlen(b) == (size_t)n);
  assert(memcmp(a, b, sizeof a) == 0);
  return 0;
}
