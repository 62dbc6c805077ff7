// TRUTH: safe
// EXPECT: proved
// WHY: an integer is composed of the bytes of the other member, the lowest first.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

union word {
  unsigned number;
  unsigned char bytes[4];
};

int main(void) {
  union word w;
  w.number = 0x01020304;
  assert(w.bytes[0] == 4 && w.bytes[3] == 1);
  w.bytes[1] = 0xff;
  assert(w.number == 0x0102ff04);
  return 0;
}
