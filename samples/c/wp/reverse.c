// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= j + 1 && i + j + 1 == n && (\forall integer k; 0 <= k < i ==> a[k] == \at(a[n - 1 - k], Pre))
// WHY: what has been swapped, and what has not been touched yet
/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> a[k] == \old(a[n - 1 - k]);
*/
void reverse(int *a, int n) {
  int i = 0, j = n - 1;
  while (i < j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
    i++;
    j--;
  }
}
