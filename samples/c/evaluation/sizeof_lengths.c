// TRUTH: safe
// EXPECT: proved
// WHY: sizeof evaluates the lengths of variable arrays, and nothing else.
#include <assert.h>

int main(void) {
  int i = 3;
  assert((sizeof(i++)) == 4);
  assert(i == 3);
  assert((sizeof(int[++i])) == 16);
  assert(i == 4);
  int n = 2;
  int v[n * 3];
  assert((sizeof v) == 24);
  n = 9;
  assert((sizeof v / sizeof v[0]) == 6);
  int(*p)[n] = 0;
  assert((sizeof *p) == 36);
  assert((sizeof(char[n][2])) == 18);
  assert((sizeof v[n++]) == 4);
  assert(n == 9);
  typedef int row[n];
  n = 1;
  assert((sizeof(row)) == 36);
  assert((sizeof(i ? 1 : 2ll)) == 8);
  assert((sizeof('a')) == 4);
  assert((sizeof((char)1)) == 1);
  char c = 1;
  assert((sizeof(c + c)) == 4);
  assert((sizeof(-c)) == 4);
  assert((sizeof(c = 5)) == 1);
  assert(c == 1);
  assert((sizeof "abc") == 4);
  assert((sizeof(void (*)(void))) == 8);
  return 0;
}
