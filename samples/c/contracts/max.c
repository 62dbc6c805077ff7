// TRUTH: safe
// EXPECT: proved
// WHY: behaviours of ACSL, complete and disjoint.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

/*@ assigns \nothing;
    behavior left:
      assumes x >= y;
      ensures \result == x;
    behavior right:
      assumes x < y;
      ensures \result == y;
    complete behaviors;
    disjoint behaviors;
*/
int max(int x, int y) { return x < y ? y : x; }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int m = max(a, b);
  assert(m >= a && m >= b && (m == a || m == b));
  return 0;
}
