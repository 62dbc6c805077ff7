// RUN: verify --entry=both
// TRUTH: unsafe
// EXPECT: refuted
// WHY: the global pointer may lead to where the argument leads.
#include <assert.h>

int *shared;

void both(int *given) {
  if (!given || !shared) return;
  *given = 1;
  *shared = 2;
  assert(*given == 1);
}
