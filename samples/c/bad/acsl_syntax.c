// ERROR: expected
// AT: 7:31
// WHY: an annotation that does not parse is not skipped
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  //@ loop invariant 0 <= i &&;
  while (__VERIFIER_nondet_int()) i = 1;
  return i;
}
