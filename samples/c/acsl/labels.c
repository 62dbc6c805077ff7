// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= n
/*@ requires 0 <= n <= 1000;
    requires \valid(a + (0 .. n - 1));
*/
void increment(int *a, int n) {
  int x = 1;
L:
  x = 2;
  //@ ghost M: ;
  x = 3;
  //@ assert \at(x, L) == 1 && \at(x, M) == 2 && \at(n, Pre) == n;
  int s = 10;
  /*@ loop invariant 0 <= i <= n;
      loop invariant s == \at(s, LoopEntry) + i;
      loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k], Pre);
  */
  for (int i = 0; i < n; i++) {
    a[i] = 7;
    s++;
    //@ assert s == \at(s, LoopCurrent) + 1;
    //@ assert i > 0 ==> a[i - 1] == \at(a[i - 1], LoopCurrent);
    //@ assert \at(s, LoopEntry) == 10;
  }
}
