// TRUTH: unsafe
// EXPECT: unknown
// WHY: a pointer passed through the dots is written through.
#include <assert.h>

#include <stdarg.h>

void store(int n, ...) {
  va_list list;
  va_start(list, n);
  *va_arg(list, int *) = n;
  va_end(list);
}

int main(void) {
  int x = 1;
  store(4, &x);
  assert(x == 1);
  return 0;
}
