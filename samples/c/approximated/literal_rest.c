// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: what is not written of a compound literal is 0
void __VERIFIER_assert(int);
int main(void) {
  int *q = (int[4]){1};
  __VERIFIER_assert(q[3] == 1);
  return 0;
}
