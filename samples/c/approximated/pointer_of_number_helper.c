// TRUTH: unsafe
// EXPECT: unknown
// WHY: a helper writes through a number, and is skipped
void __VERIFIER_assert(int);
static void set(unsigned long where) { *(int *)where = 9; }
int main(void) {
  int x = 1;
  set((unsigned long)&x);
  __VERIFIER_assert(x == 1);
  return 0;
}
