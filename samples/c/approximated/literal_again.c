// TRUTH: unsafe
// EXPECT: unknown
// WHY: where a jump comes back within the block, a compound literal is the same object
void __VERIFIER_assert(int);
int main(void) {
  int n = 0;
  int *p, *q = 0;
again:
  p = (int[]){n};
  if (q == 0) {
    q = p;
    n = 5;
    goto again;
  }
  __VERIFIER_assert(*q == 0);
  return 0;
}
