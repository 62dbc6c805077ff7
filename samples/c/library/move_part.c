// TRUTH: safe
// EXPECT: proved
// WHY: the last, partly written element takes its bytes from memory as it was before.
#include <assert.h>
#include <string.h>

int main(void) {
  int a[4] = {0x01010101, 0x02020202, 0x03030303, 0x04040404};
  memmove(a + 1, a, 10);
  assert(a[1] == 0x01010101 && a[2] == 0x02020202);
  assert(a[3] == 0x04040303);
  return 0;
}
