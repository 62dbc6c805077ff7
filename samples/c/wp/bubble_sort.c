// TRUTH: safe
// EXPECT: proved
// WHY: the back is sorted and not below the front; a loop is the unbraced body of another
/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];
*/
void bubble_sort(int *a, int n) {
  for (int i = n; i > 1; i--)
    for (int j = 0; j + 1 < i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}
