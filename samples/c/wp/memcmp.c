// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= n && \forall integer k; 0 <= k < i ==> a[k] == b[k]
// WHY: what has been compared is equal
/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    ensures \result == 1 ==> \forall integer k; 0 <= k < n ==> a[k] == b[k];
    ensures \result == 0 ==> \exists integer k; 0 <= k < n && a[k] != b[k];
*/
int equal(const unsigned char *a, const unsigned char *b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != b[i]) return 0;
  return 1;
}
