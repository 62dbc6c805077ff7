// TRUTH: safe
// EXPECT: proved
// WHY: bit-fields share a byte, which a pointer to characters sees.
#include <assert.h>

struct flags {
  unsigned low : 3;
  unsigned high : 5;
};

int main(void) {
  struct flags f;
  unsigned char *byte = (unsigned char *)&f;
  *byte = 0;
  f.low = 5;
  f.high = 2;
  assert(*byte == 21);
  *byte = 0xff;
  assert(f.low == 7 && f.high == 31);
  return 0;
}
