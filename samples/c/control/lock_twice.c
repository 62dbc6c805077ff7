// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 32
// WHY: the release is missing on one path.
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
  int packets = 0, before, request = __VERIFIER_nondet_int();
  do {
    acquire();
    before = packets;
    if (request > 0) {
      if (request != 2) release();
      request--;
      packets++;
    }
  } while (packets != before);
  release();
  return 0;
}
