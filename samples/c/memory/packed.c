// TRUTH: safe
// EXPECT: proved
// WHY: a packed member lies where the one before it ends.
#include <assert.h>

struct record {
  char tag;
  int value __attribute__((packed));
};

int main(void) {
  struct record r = {1, -2};
  assert(r.value == -2);
  assert((char *)&r.value - (char *)&r == 1);
  return 0;
}
