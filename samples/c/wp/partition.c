// TRUTH: safe
// EXPECT: proved
// WHY: two segments grow from the left; the second one is not below the pivot
/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures 0 <= \result <= n;
    ensures \forall integer k; 0 <= k < \result ==> a[k] < pivot;
    ensures \forall integer k; \result <= k < n ==> pivot <= a[k];
*/
int partition(int *a, int n, int pivot) {
  int m = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < pivot) {
      int t = a[i];
      a[i] = a[m];
      a[m] = t;
      m++;
    }
  }
  return m;
}
