// RUN: verify --infer=never
// TRUTH: safe
// EXPECT: unknown
// WHY: everything is written out; nothing is to be inferred.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n <= 100);
  int i = 0, s = 0;
  /*@ loop invariant bounds: 0 <= i <= n;
      loop invariant twice: s == 2 * i;
      loop assigns i, s;
      loop variant n - i; */
  while (i < n) {
    s += 2;
    i++;
  }
  //@ assert s == 2 * n;
  assert(s == 2 * n);
  return 0;
}
