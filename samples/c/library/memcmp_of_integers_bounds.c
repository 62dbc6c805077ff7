// RUN: verify --check=bounds
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: memcmp reads 16 bytes of an array of 8; whatever the elements are, these are bytes.
#include <string.h>

int main(void) {
  int a[2] = {1, 2}, b[4] = {1, 2, 3, 4};
  return memcmp(a, b, 16);
}
