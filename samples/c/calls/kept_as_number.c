// TRUTH: unsafe
// EXPECT: unknown
// WHY: an address that was given away as a number can be made a pointer again.
#include <assert.h>

extern void remember(unsigned long address);
extern void later(void);

int main(void) {
  int level = 1;
  remember((unsigned long)&level);
  later();
  assert(level == 1);
  return 0;
}
