// RUN: verify --check=bounds
// TRUTH: safe
// EXPECT: proved
// WHY: realloc keeps what was there; null is malloc; the new size counts.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = realloc(0, 2 * sizeof(int));
  p[0] = 7;
  p[1] = 8;
  p = realloc(p, 4 * sizeof(int));
  p[3] = 9;
  assert(p[0] == 7 && p[1] == 8);
  free(p);
  return 0;
}
