// TRUTH: safe
// EXPECT: proved
// WHY: compound literals are structs and arrays, and what is not written of them is 0
void __VERIFIER_assert(int);
struct pair {
  int a, b;
};
static int *table = (int[]){4, 5, 6};
static int sum(const struct pair *p) { return p->a + p->b; }
static struct pair turned(struct pair p) { return (struct pair){p.b, p.a}; }
int main(void) {
  struct pair p = (struct pair){.b = 2};
  int *q = (int[4]){1};
  q[1] = 7;
  p = turned(p);
  __VERIFIER_assert(p.a == 2 && p.b == 0);
  __VERIFIER_assert(q[0] == 1 && q[1] == 7 && q[3] == 0);
  __VERIFIER_assert(sum(&(struct pair){3, 4}) == 7);
  __VERIFIER_assert(table[1] == 5);
  return 0;
}
