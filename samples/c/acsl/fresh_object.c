// TRUTH: safe
// EXPECT: proved
// WHY: a new object may be written in spite of assigns nothing
#include <stdlib.h>
/*@ requires n > 0;
    assigns \nothing;
    ensures \valid(\result + (0 .. n - 1));
    ensures \forall integer k; 0 <= k < n ==> \result[k] == 0;
*/
int *make(int n) { return calloc(n, sizeof(int)); }
int main(void) {
  int x = 5;
  int *y = &x;
  int *q = make(3);
  q[1] = 7;
  //@ assert x == 5;
  return *y;
}
