// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i && i <= n
// WHY: a barrier in a loop changes neither its counter nor a static variable that nobody points to
void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
static int g = 3;
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i, x = 0;
  if (n < 0) return 0;
  for (i = 0; i < n; i++) {
    __asm__ volatile("" : "+r"(x) : : "memory");
  }
  __VERIFIER_assert(i == n && g == 3);
  return 0;
}
