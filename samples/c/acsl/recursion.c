// TRUTH: safe
// EXPECT: proved
// WHY: a recursive call is known by its contract
/*@ requires 0 <= n <= 100;
    assigns \nothing;
    ensures \result == 2 * n;
*/
int twice(int n) { return n == 0 ? 0 : 2 + twice(n - 1); }
int main(void) {
  int r = twice(21);
  //@ assert r == 42;
  return 0;
}
