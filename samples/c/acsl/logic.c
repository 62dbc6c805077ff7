// TRUTH: safe
// EXPECT: proved
/*@ predicate Sorted{L}(int *a, integer m, integer n) =
      \forall integer i, j; m <= i <= j < n ==> \at(a[i], L) <= \at(a[j], L);
    predicate Sorted{L}(int *a, integer n) = Sorted{L}(a, 0, n);
    predicate Same{K, L}(int *a, integer n) =
      \forall integer i; 0 <= i < n ==> \at(a[i], K) == \at(a[i], L);
    logic integer twice(integer x) = \let y = x; y + y;
*/
/*@ requires n > 0 && \valid_read(a + (0 .. n - 1)) && Sorted(a, n);
    assigns \nothing;
    ensures \result == a[n - 1] && Same{Old, Here}(a, n);
*/
int largest(const int *a, int n) { return a[n - 1]; }
int main(void) {
  int b[3] = {1, 2, 3};
  //@ assert Sorted(b, 3);
  int m = largest(b, 3);
  //@ assert b[1] <= m && twice(m) == 2 * m;
  return 0;
}
