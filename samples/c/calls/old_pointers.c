// RUN: verify --entry=compare
// TRUTH: safe
// EXPECT: proved
// WHY: what memory holds on entry leads neither to a new object nor to a local variable.
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
int *shared;

void compare(struct node *list) {
  int local = 0;
  struct node *made = malloc(sizeof *made);
  if (!made || !list) return;
  assert(list->next != made);
  assert(shared != &local);
}
