// RUN: verify --check=bounds
// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= 10 && \forall integer k; 0 <= k < i ==> a[k] == k
// INVARIANT 2: 0 <= turn <= 100 && 0 <= i < 10
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
