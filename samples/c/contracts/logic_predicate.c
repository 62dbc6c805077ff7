// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: a predicate with labels, and \at with LoopEntry in an annotation that is there already.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

/*@ predicate Unchanged{L1, L2}(int *a, integer m, integer n) =
      \forall integer k; m <= k < n ==> \at(a[k], L1) == \at(a[k], L2);
*/

/*@ requires \valid(a + (0 .. 9));
    assigns a[0 .. 4];
    ensures Unchanged{Old, Here}(a, 5, 10);
    ensures \forall integer k; 0 <= k < 5 ==> a[k] == \old(a[k]) % 100 + 1;
*/
void bump(int *a) {
  for (int i = 0; i < 5; i++) a[i] = a[i] % 100 + 1;
}

int main(void) {
  int a[10], old[10];
  for (int i = 0; i < 10; i++) old[i] = a[i] = __VERIFIER_nondet_int();
  bump(a);
  for (int i = 5; i < 10; i++) assert(a[i] == old[i]);
  for (int i = 0; i < 5; i++) assert(a[i] == old[i] % 100 + 1);
  return 0;
}
