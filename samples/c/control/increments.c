// TRUTH: safe
// EXPECT: proved
// TIME: slow
// WHY: the value of x++ is the old one, of ++x the new one; also through pointers and for indices.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[5], i = 0;
  while (i < 5) {
    int k = i;
    a[i++] = k;
  }
  assert(i == 5 && a[4] == 4);
  int *p = a;
  int first = *p++;
  int second = *p;
  assert(first == 0 && second == 1);
  int third = *++p;
  assert(third == 2 && p - a == 2);
  int old = (*p)++;
  assert(old == 2 && a[2] == 3);
  assert(--*p == 2);
  return 0;
}
