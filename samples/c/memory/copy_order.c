// TRUTH: safe
// EXPECT: proved
// WHY: a struct is read before any of it is written, and so is the index that tells which one.
#include <assert.h>

struct item {
  int next, value;
};

int main(void) {
  struct item all[2] = {{1, 10}, {0, 20}};
  struct item it = {0, 99};
  it = all[it.next];
  assert(it.value == 10);
  struct item *p = &all[0];
  *p = all[p->next];
  assert(all[0].next == 0 && all[0].value == 20);
  return 0;
}
