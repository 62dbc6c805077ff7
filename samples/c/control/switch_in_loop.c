// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= turns <= 50
// INVARIANT 1: opened == state && 0 <= state <= 1
// WHY: break leaves the switch, continue the turn of the loop; a state machine.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0, opened = 0, turns = 0;
  while (turns < 50) {
    turns++;
    switch (state) {
      case 0:
        if (!__VERIFIER_nondet_int()) continue;
        opened++;
        state = 1;
        break;
      case 1:
        if (__VERIFIER_nondet_int()) break;
        opened--;
        state = 0;
        break;
      default:
        assert(0);
    }
    assert(opened == state);
  }
  assert(opened == 0 || opened == 1);
  return 0;
}
