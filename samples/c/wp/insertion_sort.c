// TRUTH: safe
// EXPECT: proved
// WHY: the front is sorted; the inner loop moves what is larger than the new one
/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];
*/
void insertion_sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i];
    int j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}
