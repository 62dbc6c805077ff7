// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: locked == 0
// WHY: SLAM's driver: the lock alternates, though acquire and release are in different branches.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int locked = 0;

void acquire(void) {
  assert(locked == 0);
  locked = 1;
}

void release(void) {
  assert(locked == 1);
  locked = 0;
}

int main(void) {
  int packets, before, request = __VERIFIER_nondet_int();
  packets = __VERIFIER_nondet_int();
  do {
    acquire();
    before = packets;
    if (request > 0) {
      release();
      request--;
      packets++;
    }
  } while (packets != before);
  release();
  return 0;
}
