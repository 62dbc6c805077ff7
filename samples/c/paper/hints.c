// RUN: verify --heuristics=none
// TRUTH: safe
// EXPECT: unknown
// WHY: the predicates and the skolem constant are in comments; nothing is guessed.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 1000);
  __VERIFIER_assume(0 <= k && k < n);
  int a[n];
  int i = 0;
  //@ skolem_constant int c;
  //@ loop_predicate i >= 0, i <= n;
  //@ loop_predicate 0 <= c, c < i, a[c] == 0;
  while (i < n) {
    a[i] = 0;
    i = i + 1;
  }
  assert(a[k] == 0);
  return 0;
}
