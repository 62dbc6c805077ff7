// RUN: verify --check=bounds
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: objects have sizes in bytes: two of them hold no int.
#include <stdlib.h>

int main(void) {
  int *p = malloc(2);
  *p = 1;
  return 0;
}
