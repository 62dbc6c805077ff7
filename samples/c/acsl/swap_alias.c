// TRUTH: safe
// EXPECT: proved
// WHY: what is promised holds when the two pointers are the same, too
/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p);
*/
void swap(int *p, int *q) {
  int t = *p;
  *p = *q;
  *q = t;
}
int main(void) {
  int x = 1, y = 2;
  swap(&x, &y);
  //@ assert x == 2 && y == 1;
  swap(&x, &x);
  //@ assert x == 2;
  return 0;
}
