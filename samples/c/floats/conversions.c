// RUN: verify --floats=real
// TRUTH: safe
// EXPECT: proved
// WHY: conversions to integers cut the fraction off, towards zero.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

struct Point {
  double x;
  float y[2];
};

static double half(double v) { return v / 2; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  struct Point p = {n, {1.5f}};
  __VERIFIER_assert((int)p.x == n);
  __VERIFIER_assert((int)3.75 == 3 && (int)-3.75 == -3);
  __VERIFIER_assert(p.y[0] * 2 == 3 && !p.y[1]);
  int i = 7;
  i *= 0.5;
  __VERIFIER_assert(i == 3);
  float f = n > 0 ? half(1) : -half(1);
  f++;
  __VERIFIER_assert(f == 1.5f || f == 0.5f);
  return 0;
}
