// ERROR: a behavior that the function does not have is not supported
// AT: 10:11
// WHY: an invariant for calls that no behavior describes
/*@ assigns \nothing;
    behavior b:
      assumes n > 0;
      ensures \result == n;
*/
int f(int n) {
  //@ for c: loop invariant i >= 0;
  for (int i = 0; i < n; i++) {
  }
  return n;
}
