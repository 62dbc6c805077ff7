// RUN: verify --check=shift
// TRUTH: unsafe
// EXPECT: refuted
// TIME: slow
// INPUT: 32
// WHY: the count may reach the width of the type.

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned mask = 0;
  for (unsigned i = 0; i <= 32u && i <= n; i++) mask |= 1u << i;
  return (int)(mask & 1u);
}
