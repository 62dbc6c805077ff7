// TRUTH: safe
// EXPECT: proved
// WHY: the invariant is about calls with a positive n only.
/*@ requires n < 1000;
    assigns \nothing;
    behavior positive:
      assumes n > 0;
      ensures \result == n;
    behavior other:
      assumes n <= 0;
      ensures \result == 0;
*/
int count(int n) {
  int i = 0;
  /*@ loop invariant i >= 0;
      loop assigns i;
      for positive: loop invariant i <= n;
      for other: loop invariant i == 0;
  */
  while (i < n) i++;
  //@ for positive: assert i == n;
  return i;
}
