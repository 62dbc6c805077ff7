// TRUTH: safe
// EXPECT: proved
// WHY: several structs at once, with padding and an array inside; the third stays as it was.
#include <assert.h>
#include <string.h>

struct item {
  char kind;
  int value;
  short rows[3];
};

int main(void) {
  struct item a[3], b[3];
  memset(a, 0, sizeof a);
  memset(b, 0xff, sizeof b);
  a[1].value = 5;
  a[1].rows[2] = 6;
  memcpy(b, a, 2 * sizeof(struct item));
  assert(b[1].value == 5 && b[1].rows[2] == 6 && b[0].kind == 0);
  assert(b[2].value == -1 && b[2].rows[0] == -1);
  return 0;
}
