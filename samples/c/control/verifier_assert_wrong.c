// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 0 3 1020625596640650243 1150
// WHY: two steps in one turn may cross.
extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= high);
  while (low < high) {
    low++;
    if (__VERIFIER_nondet_int()) high--;
    __VERIFIER_assert(low <= high);
  }
  return 0;
}
