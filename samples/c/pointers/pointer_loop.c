// TRUTH: safe
// EXPECT: proved
// WHY: a pointer from begin to end; comparison of pointers into one array.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10];
  for (int *p = a; p != a + 10; p++) *p = __VERIFIER_nondet_int() != 0;
  int ones = 0;
  const int *end = a + 10;
  for (const int *p = a; p < end; p++) {
    assert(p - a >= 0 && p - a < 10);
    ones += *p;
  }
  assert(0 <= ones && ones <= 10);
  return 0;
}
