// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 1
// RUN: slam
// WHY: the lock of the SLAM papers, with the counter forgotten: it is released twice
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int locked;

static void acquire(void) {
  assert(!locked);
  locked = 1;
}

static void release(void) {
  assert(locked);
  locked = 0;
}

int main(void) {
  int packets = 0;
  int before;
  do {
    acquire();
    before = packets;
    if (__VERIFIER_nondet_int() && packets < 1000) {
      release();
      before = packets;
    }
  } while (packets != before);
  release();
  return 0;
}
