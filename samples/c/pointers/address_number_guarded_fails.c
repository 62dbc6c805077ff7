// TRUTH: unsafe
// EXPECT: refuted
// INPUT: 0
// WHY: the number of an address ends only the runs that come to it
void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4], *p = a, n = __VERIFIER_nondet_int();
  if (n && ((unsigned long)p & 3) != 0) n = 4;
  __VERIFIER_assert(n != 0);
  return 0;
}
