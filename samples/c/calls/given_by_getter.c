// TRUTH: unsafe
// EXPECT: unknown
// WHY: other files get the address of the static variable from where.
#include <assert.h>

static int *place;
int *where(void) { return place; }
extern void work(void);

int main(void) {
  int count = 0;
  place = &count;
  work();
  assert(count == 0);
  return 0;
}
