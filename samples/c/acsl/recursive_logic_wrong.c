// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// WHY: one element is left out; the interpreter does not run recursive logic functions
/*@ logic integer sum(int *a, integer n) = n <= 0 ? 0 : sum(a, n - 1) + a[n - 1];
*/
/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == sum(a, n);
*/
int total(const int *a, int n) {
  int s = 0;
  /*@ loop invariant 1 <= i && s == sum(a, i - 1);
      loop assigns i, s;
  */
  for (int i = 1; i < n; i++) s += a[i - 1];
  return s;
}
