// RUN: verify --check=bounds
// TRUTH: safe
// EXPECT: proved
// WHY: a guarded index in a loop that goes both ways.

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10];
  for (int i = 0; i < 10; i++) a[i] = i;
  int i = 5, s = 0;
  for (int turn = 0; turn < 100; turn++) {
    if (__VERIFIER_nondet_int() && i < 9) i++;
    else if (i > 0) i--;
    s = (s + a[i]) % 100;
  }
  return s > 0;
}
