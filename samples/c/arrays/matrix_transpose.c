// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: the transpose into another matrix; rows and columns of different length.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int m[3][4], t[4][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) m[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) t[j][i] = m[i][j];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) assert(t[j][i] == m[i][j]);
  return 0;
}
