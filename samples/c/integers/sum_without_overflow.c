// RUN: verify --check=overflow
// TRUTH: safe
// EXPECT: unknown
// WHY: the bound on each summand bounds the sum; needs s <= 100 * i.

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int s = 0;
  for (int i = 0; i < 1000; i++) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= x && x <= 100);
    s += x;
  }
  return s;
}
