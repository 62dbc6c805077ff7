// TRUTH: safe
// EXPECT: proved
// WHY: whoever calls it, and when: what it asserts holds.
#include <assert.h>

extern void each(void (*visit)(int));
static void visit(int value) { assert(value / 2 * 2 + value % 2 == value); }

int main(void) {
  each(visit);
  return 0;
}
