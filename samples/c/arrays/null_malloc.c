// RUN: verify --check=null
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: malloc may return NULL, and nobody looks.
#include <stdlib.h>

int main(void) {
  int *a = malloc(1ul << 62);
  a[0] = 1;
  return a[0];
}
