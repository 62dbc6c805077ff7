// TRUTH: safe
// EXPECT: proved
// TIME: slow
// WHY: FQ's find with its contract: the first index that satisfies the condition, or the length.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

/* requires 0 <= length && \valid_read(b + (0 .. length - 1));
    assigns \nothing;
    ensures 0 <= \result <= length;
    ensures \result < length ==> b[\result] != 0;
    ensures \forall integer k; 0 <= k < \result ==> b[k] == 0;
*/
int find(const int *b, int length) {
  int spot = length;
  for (int i = 0; i < length; i++) {
    if (spot == length && b[i] != 0) spot = i;
  }
  return spot;
}

int main(void) {
  int b[8];
  for (int i = 0; i < 8; i++) b[i] = __VERIFIER_nondet_int();
  int spot = find(b, 8);
  assert(spot == 8 || b[spot] != 0);
  for (int i = 0; i < spot; i++) assert(b[i] == 0);
  return 0;
}
