// TRUTH: unsafe
// EXPECT: unknown
// WHY: a static function whose address is given away is called.
#include <assert.h>

extern void each(void (*visit)(int));
static int seen;
static void visit(int value) { seen = value; }

int main(void) {
  each(visit);
  assert(seen == 0);
  return 0;
}
