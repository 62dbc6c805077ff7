// TRUTH: unsafe
// EXPECT: unknown
// WHY: a stranger may call a variadic function, and pass other pointers than the file itself does.
#include <assert.h>
#include <stdarg.h>

static int own;

int set(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int *p = va_arg(arguments, int *);
  va_end(arguments);
  own = 1;
  *p = 2;
  assert(own == 2);
  return count;
}

void set_own(void) {
  set(1, &own);
}
