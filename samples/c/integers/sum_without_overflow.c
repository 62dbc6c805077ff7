// RUN: verify --check=overflow
// TRUTH: safe
// EXPECT: proved
// WHY: the bound on each summand bounds the sum; needs s <= 100 * i.

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int s = 0;
  for (int i = 0; i < 1000; i++) {
    int x = __VERIFIER_nondet_int();
    if (0 <= x && x <= 100) s += x;
  }
  return s;
}
