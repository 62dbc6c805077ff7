// TRUTH: safe
// EXPECT: proved
// WHY: integers of the logic do not wrap around
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x + 1u;
  //@ assert y == (unsigned)(x + 1);
  //@ assert x + 1 > x;
  //@ assert y == x + 1 || (y == 0 && x == 4294967295);
  return 0;
}
