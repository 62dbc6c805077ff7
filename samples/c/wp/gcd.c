// TRUTH: safe
// EXPECT: proved
// WHY: the result is positive and not above either number
/*@ requires 0 < a && 0 < b;
    assigns \nothing;
    ensures 0 < \result;
    ensures \result <= a && \result <= b;
*/
int gcd(int a, int b) {
  int x = a, y = b;
  while (x != y) {
    if (x > y)
      x = x - y;
    else
      y = y - x;
  }
  return x;
}
