// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: 32 2 -1047702733801974992 32
// WHY: copying forwards onto itself, shifted by one, repeats the first element.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

void copy(int *to, const int *from, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

int main(void) {
  int a[4], old[4];
  for (int i = 0; i < 4; i++) old[i] = a[i] = __VERIFIER_nondet_int();
  copy(a + 1, a, 3);
  for (int i = 0; i < 3; i++) assert(a[i + 1] == old[i]);
  return 0;
}
