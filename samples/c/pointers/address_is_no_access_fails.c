// RUN: verify --entry whole
// TRUTH: unsafe
// EXPECT: refuted
// WHY: where the assertion stands nothing was followed: the pointer may be null.
#include <assert.h>

int whole(int* p) {
  int* same = &*p;
  assert(p != 0);
  return *same;
}
