// TRUTH: unsafe
// EXPECT: refuted
#include <stdlib.h>
int main(void) {
  int *p = malloc(10 * sizeof(int));
  //@ assert \valid(p + (0 .. 10));
  return 0;
}
