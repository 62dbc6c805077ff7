// RUN: verify --check=null
// TRUTH: safe
// EXPECT: proved
// WHY: argv[argc] is a null pointer, and those before it are none; argv itself is never null.
#include <assert.h>

int main(int argc, char **argv) {
  assert(argv[argc] == 0);
  for (int i = 0; i < argc; i++) assert(argv[i] != 0);
  return 0;
}
