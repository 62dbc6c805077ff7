// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: a small driver: a request is completed exactly once, whatever the order of events.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { idle, pending, busy };

int main(void) {
  int status = idle, completed = 0, accepted = 0;
  while (__VERIFIER_nondet_int()) {
    int event = __VERIFIER_nondet_int();
    if (event == 0 && status == idle) {
      status = pending;
      accepted++;
    } else if (event == 1 && status == pending) {
      status = busy;
    } else if (event == 2 && status == busy) {
      status = idle;
      completed++;
    } else if (event == 3 && status == pending) {
      status = idle;
      completed++;
    }
    assert(status == idle ? accepted == completed : accepted == completed + 1);
  }
  return 0;
}
