// TRUTH: unsafe
// EXPECT: refuted
/*@ predicate Sorted{L}(int *a, integer n) =
      \forall integer i, j; 0 <= i <= j < n ==> \at(a[i], L) <= \at(a[j], L);
*/
/*@ requires n > 0 && \valid_read(a + (0 .. n - 1)) && Sorted(a, n);
    assigns \nothing;
*/
int largest(const int *a, int n) { return a[n - 1]; }
int main(void) {
  int b[3] = {1, 3, 2};
  return largest(b, 3);
}
