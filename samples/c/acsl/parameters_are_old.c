// TRUTH: unsafe
// EXPECT: refuted
// WHY: in a postcondition a parameter has the value it was called with
/*@ assigns \nothing; ensures \result == x; */
int f(int x) {
  int r = x;
  x = 0;
  return r;
}
/*@ assigns \nothing; ensures \result == x; */
int g(int x) {
  x = x + 1;
  return x;
}
int main(void) { return 0; }
