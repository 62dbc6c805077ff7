// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: head, tail and count of a ring buffer stay consistent.
#include <assert.h>

enum { size = 8 };

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int buffer[size];
  int head = 0, tail = 0, count = 0;
  for (int turn = 0; turn < 100; turn++) {
    if (__VERIFIER_nondet_int()) {
      if (count == size) continue;
      buffer[tail] = turn;
      tail = tail + 1 == size ? 0 : tail + 1;
      count++;
    } else if (count > 0) {
      assert(buffer[head] < turn);
      head = head + 1 == size ? 0 : head + 1;
      count--;
    }
    assert(0 <= head && head < size && 0 <= tail && tail < size);
    assert(head + count == tail || head + count == tail + size);
  }
  return 0;
}
