// TRUTH: safe
// EXPECT: proved
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  //@ admit 0 <= x < 10;
  //@ check x < 20;
  //@ assert x < 10;
  return 0;
}
