// TRUTH: unsafe
// EXPECT: refuted
// WHY: the array is shorter than the callee wants
/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
*/
void fill(int *a, int n, int v) {
  for (int i = 0; i < n; i++) a[i] = v;
}
int main(void) {
  int b[5];
  fill(b, 7, 3);
  return 0;
}
