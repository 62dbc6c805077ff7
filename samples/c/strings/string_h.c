// TRUTH: safe
// EXPECT: proved
// WHY: strlen, strcpy, strcat, strcmp, strchr and memcmp do what C says.
#include <string.h>

extern void __VERIFIER_assert(int);

int main(void) {
  char s[] = "abc";
  char d[8];
  __VERIFIER_assert(strlen(s) == 3);
  strcpy(d, s);
  __VERIFIER_assert(d[0] == 'a' && d[3] == 0);
  __VERIFIER_assert(strcmp(d, s) == 0);
  strcat(d, "x");
  __VERIFIER_assert(d[3] == 'x' && d[4] == 0);
  __VERIFIER_assert(strcmp(s, d) < 0 && strncmp(s, d, 3) == 0 && memcmp(d, s, 4) > 0);
  char *p = strchr(d, 'x');
  __VERIFIER_assert(p != 0 && p - d == 3);
  __VERIFIER_assert(strchr(s, 'x') == 0);
  return 0;
}
