// RUN: verify --check=bounds
// ERROR: a string that is not a row of characters is not supported
// AT: 9:10
// WHY: its bounds would not be checked
#include <string.h>

int main(void) {
  int a[2] = {1, 2}, b[4] = {1, 2, 3, 4};
  return memcmp(a, b, 16);
}
