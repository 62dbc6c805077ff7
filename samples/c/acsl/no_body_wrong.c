// TRUTH: unsafe
// EXPECT: unknown
// WHY: nothing is known of what it may assign; a run through it is not claimed
int g;
/*@ requires n > 0;
    ensures 0 <= \result < n;
*/
int choose(int n);
int main(void) {
  g = 1;
  choose(4);
  //@ assert g == 1;
  return 0;
}
