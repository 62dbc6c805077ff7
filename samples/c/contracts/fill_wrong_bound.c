// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32
// WHY: the contract promises one element more than the loop writes.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires n > 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == v;
*/
void fill(int *a, unsigned n, int v) {
  for (unsigned i = 0; i + 1 < n; i++) a[i] = v;
}

int main(void) {
  int a[3] = {0}, v = __VERIFIER_nondet_int();
  fill(a, 3, v);
  assert(a[2] == v);
  return 0;
}
