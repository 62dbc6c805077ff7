// RUN: verify --check=bounds
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: memcpy is not memmove.
#include <string.h>

int main(void) {
  char a[8] = "abcdef";
  memmove(a + 1, a, 4);
  memcpy(a + 1, a, 4);
  return 0;
}
