// TRUTH: safe
// EXPECT: proved
// WHY: SLAM's partition: where the value of a cell is read, it was seen to be greater than v.
#include <assert.h>
#include <stddef.h>

typedef struct cell {
  int val;
  struct cell *next;
} *list;

extern int __VERIFIER_nondet_int(void);

list partition(list *l, int v) {
  list curr = *l, prev = NULL, newl = NULL, nextcurr;
  while (curr != NULL) {
    nextcurr = curr->next;
    if (curr->val > v) {
      if (prev != NULL) prev->next = nextcurr;
      if (curr == *l) *l = nextcurr;
      curr->next = newl;
      assert(curr->val > v);
      newl = curr;
    } else {
      assert(curr->val <= v);
      prev = curr;
    }
    curr = nextcurr;
  }
  return newl;
}

int main(void) {
  struct cell cells[4];
  list l = NULL;
  for (int i = 0; i < 4; i++) {
    cells[i].val = __VERIFIER_nondet_int();
    cells[i].next = l;
    l = &cells[i];
  }
  int v = __VERIFIER_nondet_int();
  partition(&l, v);
  return 0;
}
