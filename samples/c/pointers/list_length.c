// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: cells come from malloc, so every new one is a different object.
#include <assert.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct node *head = NULL;
  int count = 0;
  while (count < 50 && __VERIFIER_nondet_int()) {
    struct node *fresh = malloc(sizeof *fresh);
    if (fresh == NULL) break;
    assert(fresh != head);
    fresh->value = 1;
    fresh->next = head;
    head = fresh;
    count++;
  }
  int sum = 0;
  while (head != NULL) {
    struct node *next = head->next;
    assert(head->value == 1);
    sum += head->value;
    free(head);
    head = next;
  }
  return sum == count ? 0 : 1;
}
