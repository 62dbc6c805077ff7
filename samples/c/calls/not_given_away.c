// TRUTH: safe
// EXPECT: proved
// WHY: nobody outside has the address of total.
#include <assert.h>

extern void fill(int *to);

int main(void) {
  int one, total = 2;
  fill(&one);
  assert(total == 2);
  return 0;
}
