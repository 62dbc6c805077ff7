// TRUTH: unsafe
// EXPECT: unknown
// WHY: what va_arg gives is not kept: any value.
#include <assert.h>

#include <stdarg.h>

int last(int n, ...) {
  va_list list;
  va_start(list, n);
  int value = 0;
  while (n-- > 0) value = va_arg(list, int);
  va_end(list);
  return value;
}

int main(void) {
  assert(last(2, 1, 5) != 5);
  return 0;
}
