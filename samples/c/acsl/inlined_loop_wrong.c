// TRUTH: unsafe
// EXPECT: refuted
// WHY: the clause of an inlined loop forgets what p points to
void helper(int* p) {
  int i = 0;
  /*@ loop invariant 0 <= i <= 3; loop assigns i; */
  while (i < 3) {
    *p = i;
    i++;
  }
}
int main(void) {
  int x = 9;
  helper(&x);
  //@ assert x == 9;
  return 0;
}
