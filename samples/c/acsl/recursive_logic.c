// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= n
/*@ logic integer sum(int *a, integer n) = n <= 0 ? 0 : sum(a, n - 1) + a[n - 1];
*/
/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k <= n ==> -2147483648 <= sum(a, k) <= 2147483647;
    assigns \nothing;
    ensures \result == sum(a, n);
*/
int total(const int *a, int n) {
  int s = 0;
  /*@ loop invariant 0 <= i <= n && s == sum(a, i);
      loop assigns i, s;
      loop variant n - i;
  */
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
