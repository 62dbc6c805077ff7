// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: structs go into and come out of functions that are not inlined.
#include <assert.h>

struct run {
  int length;
  int marks[3];
};

struct run longer(struct run r, int n) {
  if (n <= 0) return r;
  r.length += 1;
  r.marks[1] = n;
  return longer(r, n - 1);
}

int main(void) {
  struct run r = {0, {0, 0, 0}};
  r = longer(r, 3);
  assert(r.length != 3 || r.marks[1] != 1);
  return 0;
}
