// TRUTH: safe
// EXPECT: proved
// WHY: list nodes inside of larger structs: the analysis of pointers ends, and container_of leads back.
#include <assert.h>
#include <stddef.h>

struct list {
  struct list *next, *prev;
};
struct item {
  int value;
  struct list link;
};

static void insert(struct list *node, struct list *head) {
  node->next = head->next;
  node->prev = head;
  head->next->prev = node;
  head->next = node;
}

int main(void) {
  struct list head;
  struct item a = {1};
  head.next = head.prev = &head;
  insert(&a.link, &head);
  struct item *first = (struct item *)((char *)head.next - offsetof(struct item, link));
  assert(first->value == 1);
  return 0;
}
