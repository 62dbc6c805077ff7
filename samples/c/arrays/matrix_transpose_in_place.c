// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: 32 2 -1047702733801974992 32
// WHY: going over the whole square swaps every pair twice.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int m[2][2], old[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) old[i][j] = m[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      int t = m[i][j];
      m[i][j] = m[j][i];
      m[j][i] = t;
    }
  }
  assert(m[0][1] == old[1][0]);
  return 0;
}
