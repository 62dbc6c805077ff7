// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i
// WHY: `sum` may be called again by `get`: each activation has its own `x`, which has no one number
extern void get(int *);
extern int __VERIFIER_nondet_int(void);
int sum(int n) {
  int x = 0;
  int i;
  for (i = 0; i < n; i++) get(&x);
  //@ assert i >= 0;
  return x;
}
