// TRUTH: unsafe
// EXPECT: unknown
// WHY: the pointer is that of reset, whose address nobody takes in this file.
#include <assert.h>

typedef void (*action)(void);
extern action choose(void);
int state;
void reset(void) { state = 1; }
void nothing(void) {}

int main(void) {
  action a = nothing;
  a();
  a = choose();
  a();
  assert(state != 1);
  return 0;
}
