// TRUTH: safe
// EXPECT: proved
// WHY: *f of a function pointer is the function, and turns into its address again.
#include <assert.h>

static int twice(int x) {
  return x + x;
}

int main(void) {
  int (*f)(int) = &twice;
  int (*g)(int) = *f;
  assert(g == f);
  assert((**g)(3) == 6);
  return 0;
}
