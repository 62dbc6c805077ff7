// RUN: verify --check=bounds,null
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the struct is allocated, and the array in it has two elements.
#include <stdlib.h>

struct pair {
  int number;
  int a[2];
};

int main(void) {
  struct pair *p = malloc(sizeof *p);
  if (p == 0) return 0;
  int *q = p->a;
  q[2] = 1;
  return 0;
}
