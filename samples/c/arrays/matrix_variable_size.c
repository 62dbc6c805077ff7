// TRUTH: safe
// EXPECT: proved
// TIME: slow
// WHY: a two-dimensional array of variable size, as a parameter.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

void clear(int rows, int columns, int m[rows][columns]) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) m[i][j] = 0;
}

int main(void) {
  int r = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= r && r <= 20 && 1 <= c && c <= 20);
  int m[r][c];
  clear(r, c, m);
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (0 <= i && i < r && 0 <= j && j < c) assert(m[i][j] == 0);
  return 0;
}
