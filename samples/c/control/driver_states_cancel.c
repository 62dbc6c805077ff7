// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 0 1 5 3 1 3
// WHY: a request that is cancelled while busy is completed twice.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { idle, pending, busy };

int main(void) {
  int status = idle, completed = 0, accepted = 0;
  for (int i = 0; i < 6; i++) {
    int event = __VERIFIER_nondet_int();
    if (event == 0 && status == idle) {
      status = pending;
      accepted++;
    } else if (event == 1 && status == pending) {
      status = busy;
    } else if (event == 2 && status == busy) {
      status = idle;
      completed++;
    } else if (event == 3 && status != idle) {
      completed++;
      if (status == pending) status = idle;
    }
    assert(completed <= accepted);
  }
  return 0;
}
