// RUN: verify --check=lifetime
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: free takes what malloc returned, not a place inside.
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof(int));
  free(p + 1);
  return 0;
}
