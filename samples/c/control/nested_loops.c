// TRUTH: safe
// EXPECT: proved
// WHY: a triangle counted: the inner bound depends on the outer counter.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), last = -1;
  __VERIFIER_assume(0 <= n && n <= 100);
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++) {
      assert(0 <= i && i <= j && j < n);
      last = j;
    }
  }
  assert(last == n - 1 || n == 0);
  return 0;
}
