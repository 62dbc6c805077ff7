// TRUTH: safe
// EXPECT: proved
// WHY: a range in each dimension; what is outside of either stays
int m[3][3];

/*@ requires 0 <= i <= 1;
    assigns m[0 .. 1][0 .. 1]; */
void f(int i) { m[i][1 - i] = 7; }

int main(void) {
  m[0][2] = 1;
  m[2][0] = 2;
  f(1);
  //@ assert m[0][2] == 1 && m[2][0] == 2;
  return 0;
}
