// TRUTH: safe
// EXPECT: proved
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
  set(&a[0], &a[1]);
  //@ assert a[0] + a[1] == 3;
  return 0;
}
