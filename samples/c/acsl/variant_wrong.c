// TRUTH: unsafe
// EXPECT: refuted
// WHY: the measure does not get smaller
int main(void) {
  int i = 0;
  /*@ loop invariant 0 <= i <= 10;
      loop assigns i;
      loop variant i;
  */
  while (i < 10) i++;
  return 0;
}
