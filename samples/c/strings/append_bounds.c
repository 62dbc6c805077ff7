// RUN: verify --check=bounds,null
// TRUTH: safe
// EXPECT: proved
// WHY: sizes of literals and of a buffer that is long enough; nothing is read behind an unterminated row.
#include <assert.h>
#include <string.h>

int main(void) {
  char a[8] = "ab", four[4] = {'a', 'b', 'c', 'd'}, b[4];
  strcat(a, "cd");
  assert(strlen(a) == 4);
  strncpy(b, four, 4);
  strncpy(b, four, 0);
  assert(b[3] == 'd');
  return 0;
}
