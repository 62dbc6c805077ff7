// TRUTH: unsafe
// EXPECT: refuted
// WHY: what is valid in one row is not valid in the other
struct two {
  int b[8];
  int a[2];
} v;
/*@ requires \valid(&v.b[0] + (0..7));
    assigns v.a[0]; */
void f(void) {
  //@ assert \valid(&v.a[0] + (0..7));
  v.a[0] = 1;
}
