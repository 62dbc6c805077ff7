// TRUTH: safe
// EXPECT: unknown
// TIME: slow
// WHY: a two-dimensional array, nested loops, an invariant over two indices.
#include <assert.h>

int main(void) {
  int m[5][5];
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) m[i][j] = i == j;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) assert(m[i][j] == m[j][i] && (m[i][j] == 1) == (i == j));
  return 0;
}
