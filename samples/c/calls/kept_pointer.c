// TRUTH: unsafe
// EXPECT: unknown
// WHY: register_buffer may keep the address it is given, and flush use it.
#include <assert.h>

extern void register_buffer(int *buffer);
extern void flush(void);

int main(void) {
  int level;
  register_buffer(&level);
  level = 5;
  flush();
  assert(level == 5);
  return 0;
}
