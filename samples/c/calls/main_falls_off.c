// TRUTH: safe
// EXPECT: proved
// WHY: main returns 0 where it has no return, also when it is called again.
#include <assert.h>

static int again;

int main(void) {
  if (again) {
    again = 2;
  } else {
    again = 1;
    int result = main();
    assert(result == 0);
  }
}
