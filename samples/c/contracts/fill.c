// TRUTH: safe
// EXPECT: proved
// WHY: a contract with a frame; the loop annotation is inferred from it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == v;
*/
void fill(int *a, unsigned n, int v) {
  for (unsigned i = 0; i < n; i++) a[i] = v;
}

int main(void) {
  int a[6], outside = 3, v = __VERIFIER_nondet_int();
  fill(a, 6, v);
  for (int i = 0; i < 6; i++) assert(a[i] == v);
  assert(outside == 3);
  return 0;
}
