// ERROR: variable number of arguments
// AT: 15:25
// WHY: va_arg is not modelled
#include <stdarg.h>

int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  while (n-- > 0) s += va_arg(list, int);
  va_end(list);
  return s;
}

int main(void) { return sum(2, 1, 2); }
