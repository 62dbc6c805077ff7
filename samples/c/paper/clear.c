// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= n && \forall integer k; 0 <= k < i ==> spine[k] == &cell
// INVARIANT 2: 0 <= i <= n && \forall integer k; 0 <= k < i ==> spine[k] == \null
// INVARIANT 3: \forall integer k; 0 <= k < n ==> spine[k] == \null
// WHY: FQ's clear: an array of pointers is set to NULL; one skolem constant for the index.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n <= 1000);
  int cell = 0;
  int *spine[n + 1];
  for (int i = 0; i < n; i++) spine[i] = &cell;
  int i = 0;
  while (i < n) {
    spine[i] = NULL;
    i = i + 1;
  }
  for (int j = 0; j < n; j++) assert(spine[j] == NULL);
  return 0;
}
