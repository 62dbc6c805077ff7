// ERROR: 'j', which is not declared here, is not supported
// AT: 7:22
// WHY: an annotation speaks of the variables in scope
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  //@ loop invariant j >= 0;
  while (__VERIFIER_nondet_int()) i = 1;
  return i;
}
