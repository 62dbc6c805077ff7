// RUN: verify --strict
// ERROR: floating-point
// AT: 8:14
// WHY: floats are refused unless --floats=real says how to read them
extern int __VERIFIER_nondet_int(void);

int main(void) {
  double x = 0.1;
  while (__VERIFIER_nondet_int()) x = x + 0.1;
  return x > 1.0;
}
