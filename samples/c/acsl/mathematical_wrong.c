// TRUTH: unsafe
// EXPECT: refuted
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x + 1u;
  //@ assert y == x + 1;
  return 0;
}
