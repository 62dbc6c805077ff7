// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: low <= high
// WHY: the functions of SV-COMP, with a body and without; abort ends a run without an error.
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int condition) {
  if (!condition) {
  ERROR: __attribute__((unused));
    reach_error();
    abort();
  }
}

void assume_abort_if_not(int condition) {
  if (!condition) abort();
}

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  assume_abort_if_not(low <= high);
  while (low < high) {
    if (__VERIFIER_nondet_int())
      low++;
    else
      high--;
    __VERIFIER_assert(low <= high);
  }
  __VERIFIER_assert(low == high);
  return 0;
}
