// TRUTH: safe
// EXPECT: proved
int g;
/*@ assigns \nothing;
    ensures \result == x + g;
*/
int add(int x) {
  int t = x;
  int *p = &t;
  *p = x + g;
  return t;
}
int main(void) {
  g = 5;
  int r = add(3);
  //@ assert r == 8 && g == 5;
  return 0;
}
