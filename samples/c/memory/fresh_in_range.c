// TRUTH: safe
// EXPECT: proved
// WHY: memory that nobody has written holds values of its type, whatever they are.
#include <assert.h>
#include <stdlib.h>

struct small {
  unsigned char c;
  int d;
};

int main(void) {
  unsigned char *p = malloc(1);
  assert(*p <= 255);
  struct small all[2], one;
  one = all[1];
  assert(one.c <= 255);
  return 0;
}
