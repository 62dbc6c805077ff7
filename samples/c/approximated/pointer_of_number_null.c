// TRUTH: safe
// EXPECT: proved
// WHY: a pointer made of a number is null just if the number is 0
void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  long n = __VERIFIER_nondet_int();
  void *p = (void *)n, *last = (void *)-1;
  __VERIFIER_assert(last != 0);
  if (n > 5) __VERIFIER_assert(p != 0);
  return 0;
}
