// RUN: verify --infer=never
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// One cell of many is wrong, and only a run of a hundred thousand rounds comes to it.
extern void __VERIFIER_error(void);
int a[100000];

int main(void) {
  int i;
  for (i = 0; i < 100000; i++) {
    a[i] = i % 7;
  }
  for (i = 0; i < 100000; i++) {
    if (a[i] != i % 7 || (i > 77777 && a[i] == 6)) __VERIFIER_error();
  }
  return 0;
}
