// TRUTH: safe
// EXPECT: proved
// WHY: the dollar that compilers allow in names, and a variable called result.
#include <assert.h>

struct part {
  int x;
};

int main(void) {
  int result = 3, part$x = 4;
  struct part part;
  part.x = 5;
  assert(result == 3 && part$x == 4);
  return 0;
}
