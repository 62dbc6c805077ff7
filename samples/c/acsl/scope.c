// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 5 <= x <= 6
// WHY: an annotation means the variable that is visible where it stands
int x = 1;
int main(void) {
  //@ assert x == 1;
  int x = 2;
  {
    int x = 3;
    //@ assert x == 3;
  }
  for (int x = 5; x < 6; x++) {
    //@ assert x == 5;
  }
  //@ assert x == 2;
  return 0;
}
