// RUN: verify --ignore-loop-annotations
// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= n && \forall integer k; 0 <= k < i ==> a[k] == v
// WHY: the loop's own annotation is wrong, dropped, and inferred again
/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == v;
*/
void fill(int *a, int n, int v) {
  //@ loop invariant n < i;
  for (int i = 0; i < n; i++) a[i] = v;
}
