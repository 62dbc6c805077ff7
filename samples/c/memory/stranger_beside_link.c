// TRUTH: unsafe
// EXPECT: refuted
// WHY: what surrounds the list node that a stranger hands in is memory of strangers as well.
#include <assert.h>
#include <stddef.h>

struct link {
  struct link *next;
};
struct item {
  int value;
  struct link link;
};

void f(struct link *link, int *p) {
  struct item *item = (struct item *)((char *)link - offsetof(struct item, link));
  item->value = 1;
  *p = 2;
  assert(item->value == 1);
}
