// RUN: verify --check=bounds
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: <= instead of <.

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10];
  for (int i = 0; i <= 10; i++) a[i] = i;
  return a[0];
}
