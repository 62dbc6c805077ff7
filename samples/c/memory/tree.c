// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: one pointer leads to the root or to either child of a node.
#include <assert.h>

struct node {
  int key;
  struct node *left, *right;
};

static struct node *root;

static void insert(struct node *x) {
  struct node **p = &root;
  while (*p) p = x->key < (*p)->key ? &(*p)->left : &(*p)->right;
  *p = x;
}

int main(void) {
  struct node a = {5, 0, 0}, b = {3, 0, 0};
  insert(&a);
  insert(&b);
  assert(root->right == &b);
  return 0;
}
