// RUN: verify --check=lifetime
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: realloc moves: the old pointer leads to nothing.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int));
  int *q = realloc(p, 2 * sizeof(int));
  q[1] = 1;
  return *p;
}
