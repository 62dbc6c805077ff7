// RUN: verify --check=bounds
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the object has two elements after it.
#include <stdlib.h>

int main(void) {
  int *p = malloc(10 * sizeof(int));
  p = realloc(p, 2 * sizeof(int));
  p[2] = 1;
  return 0;
}
