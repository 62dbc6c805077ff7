// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: copying backwards is right for a shift to the right; the source is overwritten behind the index.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[6], old[6];
  for (int i = 0; i < 6; i++) old[i] = a[i] = __VERIFIER_nondet_int();
  for (int i = 5; i > 0; i--) a[i] = a[i - 1];
  for (int i = 0; i < 5; i++) assert(a[i + 1] == old[i]);
  return 0;
}
