// RUN: verify --entry store
// TRUTH: unsafe
// EXPECT: refuted
// WHY: what is assigned is computed before the pointer is followed.
#include <assert.h>

static int not_null(const int* p) {
  assert(p != 0);
  return 1;
}

void store(int* p) { *p = not_null(p); }
