// TRUTH: safe
// EXPECT: proved
// WHY: the first place where it is, or that it is nowhere
/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures \result < n ==> a[\result] == x;
    ensures \forall integer k; 0 <= k < \result ==> a[k] != x;
*/
int find(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x) return i;
  return n;
}
