// TRUTH: safe
// EXPECT: proved
// WHY: a string literal is an array with a terminator; sizeof counts it.
#include <assert.h>

int main(void) {
  const char *greeting = "hello";
  char copy[] = "hello";
  int i = 0;
  while (greeting[i] == copy[i] && copy[i] != '\0') i++;
  assert(i == 5);
  assert(sizeof copy == 6);
  return 0;
}
