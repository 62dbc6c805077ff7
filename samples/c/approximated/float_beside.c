// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i && i <= n
// WHY: what integers do beside floating-point numbers is known
void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  double sum = 0.5;
  int i;
  for (i = 0; i < n; i++) {
    sum = sum * 1.5 + i;
    if (sum > 100.0) sum /= 3;
  }
  __VERIFIER_assert(i == n);
  return 0;
}
