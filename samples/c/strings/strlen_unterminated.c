// RUN: verify --check=bounds,null
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: there is no 0 in the array.
#include <string.h>

int main(void) {
  char a[3] = {'x', 'y', 'z'};
  return strlen(a) > 3;
}
