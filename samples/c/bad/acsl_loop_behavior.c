// ERROR: a loop invariant for one behavior is not supported
// AT: 10:14
// WHY: an invariant that holds for some calls only
/*@ assigns \nothing;
    behavior b:
      assumes n > 0;
      ensures \result == n;
*/
int f(int n) {
  //@ for b: loop invariant i >= 0;
  for (int i = 0; i < n; i++) {
  }
  return n;
}
