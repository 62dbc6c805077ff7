// RUN: verify --check=lifetime
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -1
// WHY: on one path it was freed before.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(2 * sizeof(int));
  if (__VERIFIER_nondet_int()) free(p);
  free(p);
  return 0;
}
