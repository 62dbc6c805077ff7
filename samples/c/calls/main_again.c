// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: main is called again; its variables start once, its allocations are new.
#include <assert.h>

#include <stdlib.h>
int depth;
int *first;

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = depth;
  if (depth == 0) {
    first = p;
    depth = 1;
    main();
    assert(*first != 0);
  }
  return 0;
}
