// TRUTH: safe
// EXPECT: proved
// WHY: from a member back to the struct around it.
#include <assert.h>
#include <stddef.h>

struct link {
  int rank;
};
struct item {
  char tag;
  struct link link;
  int value;
};

int main(void) {
  struct item it;
  it.value = 42;
  struct link *l = &it.link;
  struct item *back = (struct item *)((char *)l - offsetof(struct item, link));
  assert(back == &it);
  assert(back->value == 42);
  return 0;
}
