// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: a compound literal can be written to through a pointer
void __VERIFIER_assert(int);
struct pair {
  int a, b;
};
static void set(struct pair *p) { p->a = 9; }
int main(void) {
  struct pair *p = &(struct pair){1, 2};
  set(p);
  __VERIFIER_assert(p->a == 1);
  return 0;
}
