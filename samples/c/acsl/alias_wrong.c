// TRUTH: unsafe
// EXPECT: refuted
// WHY: p and q may be the same
/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == 1 && *q == 2;
*/
void set(int *p, int *q) {
  *p = 1;
  *q = 2;
}
