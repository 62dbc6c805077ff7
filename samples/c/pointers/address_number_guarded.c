// TRUTH: safe
// EXPECT: proved
// WHY: an address is made a number where it may not come to that; runs are looked for, too
void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4], *p = a, n = __VERIFIER_nondet_int();
  if (n && ((unsigned long)p & 3) != 0) n = 4;
  if (n && (unsigned long)p != 0) n = 5;
  __VERIFIER_assert(n == 0 || n >= 5);
  return 0;
}
