// TRUTH: unsafe
// EXPECT: refuted
// WHY: the clause forgets s
int main(void) {
  int i = 0, s = 0;
  /*@ loop invariant 0 <= i <= 10;
      loop assigns i;
  */
  while (i < 10) {
    i++;
    s++;
  }
  return 0;
}
