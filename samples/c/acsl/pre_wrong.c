// TRUTH: unsafe
// EXPECT: refuted
// WHY: Pre is the state before the function, also when it is inlined
int g;
void f(int x) {
  x = x + 1;
  g = g + 1;
  //@ assert x == \at(x,Pre) + 1 && g == \at(g,Pre) + 1;
  //@ assert g == \at(g,Pre);
}
int main(void) {
  g = 1;
  f(2);
  return 0;
}
