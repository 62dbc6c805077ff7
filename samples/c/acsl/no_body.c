// TRUTH: safe
// EXPECT: proved
// WHY: the contract of a function without a body is assumed
/*@ requires n > 0;
    assigns \nothing;
    ensures 0 <= \result < n;
*/
int choose(int n);
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int i = choose(4);
  //@ assert 1 <= a[i] <= 4;
  return 0;
}
