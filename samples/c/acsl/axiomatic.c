// TRUTH: safe
// EXPECT: proved
/*@ axiomatic Power {
      logic integer power(integer n);
      axiom power_zero: power(0) == 1;
      axiom power_next: \forall integer n; n >= 0 ==> power(n + 1) == 2 * power(n);
    }
*/
/*@ requires 0 <= n <= 3;
    assigns \nothing;
    ensures \result == power(n);
*/
unsigned long pow2(int n) {
  unsigned long r = 1;
  int i = 0;
  /*@ loop invariant 0 <= i <= n && r == power(i) && (i == 0 ==> r == 1) && r <= 8 &&
        (i <= 1 ==> r <= 2) && (i <= 2 ==> r <= 4) && (i == 0 || r >= 2);
      loop assigns i, r;
      loop variant n - i;
  */
  while (i < n) {
    r = r * 2;
    i++;
  }
  return r;
}
