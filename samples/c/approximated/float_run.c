// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 9
// WHY: a run that asks nothing of a floating-point number is one
void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  double d = x;
  d = d * 0.5;
  __VERIFIER_assert(x != 9);
  return d > 3.0;
}
