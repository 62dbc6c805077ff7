// TRUTH: safe
// EXPECT: proved
// WHY: each round counts at most one bit
/*@ assigns \nothing;
    ensures 0 <= \result <= 32;
*/
int popcount(unsigned x) {
  int c = 0;
  for (int i = 0; i < 32; i++) {
    c += (int)(x % 2);
    x = x / 2;
  }
  return c;
}
