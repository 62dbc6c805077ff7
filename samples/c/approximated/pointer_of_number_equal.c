// TRUTH: unsafe
// EXPECT: unknown
// WHY: a pointer made of the number of another is perhaps that one
void __VERIFIER_assert(int);
int main(void) {
  int x = 1;
  int *p = &x;
  int *q = (int *)(unsigned long)p;
  __VERIFIER_assert(p != q);
  return 0;
}
