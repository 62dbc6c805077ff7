// RUN: verify --spec specs/allocation.slic
// TRUTH: safe
// EXPECT: proved
// What the allocator returns and what is used and freed is the same place: the pointer that comes
// from a function without a body has no offset that the variable it is put into does not keep.
#include <stddef.h>

struct block;
struct block *block_new(int size);
void block_use(struct block *block, int at, int value);
void block_free(struct block *block);

int main(void) {
  struct block *block = block_new(3);
  if (block == NULL)
    return 1;
  block_use(block, 0, 1);
  block_free(block);
  return 0;
}
