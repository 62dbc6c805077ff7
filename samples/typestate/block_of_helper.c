// RUN: verify --engine=dataflow --lattice=typestate --spec specs/allocation.slic
// TRUTH: safe
// EXPECT: proved
// Whether there is a block hangs on a helper's result: its state and that the pointer is null are
// kept together, from the helper's return to the end. What the helper ensures says nothing of its
// own variables.
#include <stddef.h>

struct block;
struct block *block_new(int size);
void block_use(struct block *block, int at, int value);
void block_free(struct block *block);

static struct block *made(int size) {
  struct block *block = NULL;
  if (size > 0)
    block = block_new(size);
  return block;
}

static void sent(struct block *block) {
  block_use(block, 0, 1);
  block_free(block);
}

int main(void) {
  struct block *first = made(3);
  int status = 1;
  if (first != NULL) {
    block_use(first, 1, 2);
    status = 0;
  }
  if (first != NULL)
    sent(first);
  return status;
}
