// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: 32 2 -1047702733801974992 32
// WHY: SLAM's partition with >= in the guard: a value equal to v goes to the wrong list.
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
    if (curr->val >= v) {
      if (prev != NULL) prev->next = nextcurr;
      if (curr == *l) *l = nextcurr;
      curr->next = newl;
      assert(curr->val > v);
      newl = curr;
    } else {
      prev = curr;
    }
    curr = nextcurr;
  }
  return newl;
}

int main(void) {
  struct cell cells[3];
  list l = NULL;
  for (int i = 0; i < 3; i++) {
    cells[i].val = __VERIFIER_nondet_int();
    cells[i].next = l;
    l = &cells[i];
  }
  int v = __VERIFIER_nondet_int();
  partition(&l, v);
  return 0;
}
