// RUN: verify --entry first
// TRUTH: safe
// EXPECT: proved
// WHY: through null is undefined: no run of this program.
#include <assert.h>

struct node {
  struct node* next;
  int value;
};

int first(struct node* list, int* count) {
  struct node copy = *list;
  ++*count;
  list->next->value = copy.value;
  assert(list != 0 && count != 0);
  assert(list->next != 0);
  return copy.value;
}
