// TRUTH: safe
// EXPECT: proved
// WHY: nothing is above the maximum, and it is one of the elements
/*@ requires 1 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \forall integer k; 0 <= k < n ==> a[k] <= \result;
    ensures \exists integer k; 0 <= k < n && \result == a[k];
*/
int max(const int *a, int n) {
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m) m = a[i];
  return m;
}
