// RUN: verify --entry whole --check=null
// TRUTH: safe
// EXPECT: proved
// WHY: &*p is p, also of null.
#include <assert.h>

int whole(int* p) {
  int* same = &*p;
  assert(same == p);
  return same != 0;
}
