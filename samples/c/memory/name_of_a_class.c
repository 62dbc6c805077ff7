// RUN: verify --engine=infer
// TRUTH: safe
// EXPECT: proved
// WHY: what the memory of a class is called in the IL is no name of the program.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int heap = 0;
  int *p[2];
  for (int i = 0; i < 2; i++) {
    p[i] = malloc(sizeof(int));
    *p[i] = i;
    heap++;
  }
  assert(heap == 2);
  return 0;
}
