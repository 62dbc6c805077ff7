// TRUTH: safe
// EXPECT: unknown
// WHY: what is left of the range is smaller, what is right of it larger
/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1));
    requires \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];
    assigns \nothing;
    ensures -1 <= \result < n;
    ensures 0 <= \result ==> a[\result] == x;
    ensures \result == -1 ==> \forall integer k; 0 <= k < n ==> a[k] != x;
*/
int binary_search(const int *a, int n, int x) {
  int low = 0, high = n - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == x) return middle;
    if (a[middle] < x)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
