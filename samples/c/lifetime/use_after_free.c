// RUN: verify --check=lifetime
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the object is gone.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int));
  *p = 1;
  free(p);
  return *p;
}
