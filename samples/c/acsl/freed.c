// TRUTH: unsafe
// EXPECT: refuted
// WHY: what was freed is not valid
#include <stdlib.h>
int main(void) {
  int *p = malloc(10 * sizeof(int));
  //@ assert \valid(p + (0 .. 9));
  free(p);
  //@ assert \valid(p);
  return 0;
}
