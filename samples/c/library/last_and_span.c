// RUN: verify --check=bounds
// TRUTH: safe
// EXPECT: proved
// WHY: strrchr, memchr, strspn, strnlen and isdigit by what they promise.
#include <assert.h>
#include <ctype.h>
#include <string.h>

int main(void) {
  char s[4] = {'a', 'b', 'a', 0};
  char *last = strrchr(s, 'a');
  assert(last == s + 2);
  assert(memchr(s, 'b', 1) == 0);
  assert(strspn(s, "a") == 1);
  assert(strnlen(s, 2) == 2);
  assert(isdigit('7') && !isdigit('x'));
  return 0;
}
