// TRUTH: unsafe
// EXPECT: unknown
// WHY: where a pointer may lead to argv or to an array of the program, a store into argv is none into the array.
#include <assert.h>

int main(int argc, char **argv) {
  char *own[1];
  own[0] = "a";
  char **p = argc > 0 ? argv : own;
  *p = 0;
  assert(own[0] == 0);
  return 0;
}
