// TRUTH: safe
// EXPECT: proved
// WHY: a list in an array of nodes: the counter is bounded by the limit
#include <stddef.h>
struct node {
  int value;
  struct node *next;
};
/*@ requires 0 <= limit;
    assigns \nothing;
    ensures 0 <= \result <= limit;
*/
int list_length(const struct node *l, int limit) {
  int n = 0;
  while (l != NULL && n < limit) {
    n++;
    l = l->next;
  }
  return n;
}
