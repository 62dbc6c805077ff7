// TRUTH: unsafe
// EXPECT: unknown
// WHY: a function without a body may call what other files see, in any state.
#include <assert.h>

extern void poll(void);
int open;
void on_close(void) { assert(open); }

int main(void) {
  open = 0;
  poll();
  return 0;
}
