// TRUTH: unsafe
// EXPECT: refuted
// WHY: main is right if the contract is, but the contract is not
/*@ assigns \nothing;
    ensures \result > x;
*/
int next(int x) { return x < 100 ? x + 1 : x; }
int main(void) {
  int r = next(7);
  //@ assert r > 7;
  return 0;
}
