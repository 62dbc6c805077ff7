// TRUTH: unsafe
// EXPECT: refuted
/*@ requires \valid(p) && \valid(q) && \separated(p, q);
    assigns *p, *q;
    ensures *p == 1 && *q == 2;
*/
void set(int *p, int *q) {
  *p = 1;
  *q = 2;
}
int main(void) {
  int a[2];
  set(&a[1], a + 1);
  return 0;
}
