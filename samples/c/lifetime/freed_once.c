// RUN: verify --check=lifetime
// TRUTH: safe
// EXPECT: proved
// WHY: used, then freed; free of null does nothing.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(2 * sizeof(int));
  p[1] = 1;
  if (__VERIFIER_nondet_int()) {
    free(p);
    p = 0;
  }
  free(p);
  return 0;
}
