// RUN: verify --infer=never
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32
// WHY: the annotation is false in the last turn: i reaches n.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 100);
  int i = 0;
  //@ loop invariant i < n;
  while (1) {
    assert(i < n);
    if (i == n) break;
    i++;
  }
  return 0;
}
