// TRUTH: unsafe
// EXPECT: refuted
// WHY: the row is in its range, the column is not
int m[3][3];

//@ assigns m[0 .. 1][0 .. 1];
void f(void) { m[1][2] = 7; }

int main(void) {
  f();
  return 0;
}
