// TRUTH: unsafe
// EXPECT: refuted
// TIME: slow
// INPUT: 32 2 -1047702733801974992 32
// WHY: the test for a full buffer allows one element too many.
#include <assert.h>

enum { size = 3 };

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int head = 0, tail = 0, count = 0;
  for (int turn = 0; turn < 8; turn++) {
    if (__VERIFIER_nondet_int()) {
      if (count > size) continue;
      tail = (tail + 1) % size;
      count++;
    } else if (count > 0) {
      head = (head + 1) % size;
      count--;
    }
    assert(count <= size);
    assert((head + count) % size == tail);
  }
  return 0;
}
