// TRUTH: safe
// EXPECT: proved
// WHY: the sum of small numbers is bounded by how many there are
/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 100;
    assigns \nothing;
    ensures 0 <= \result <= 100 * n;
*/
int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
