// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -566307585630125740
// WHY: narrowing keeps the low eight bits only.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char narrow = (unsigned char)n;
  if (n >= 0) assert(narrow == n);
  return 0;
}
