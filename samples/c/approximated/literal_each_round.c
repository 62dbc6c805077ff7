// TRUTH: safe
// EXPECT: proved
// WHY: a compound literal is made anew in each round
void __VERIFIER_assert(int);
int main(void) {
  for (int i = 0; i < 3; i++) {
    int *q = (int[]){i, 0};
    q[1]++;
    __VERIFIER_assert(q[0] == i && q[1] == 1);
  }
  return 0;
}
