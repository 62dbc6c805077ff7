// TRUTH: unsafe
// EXPECT: unknown
// WHY: setjmp comes back a second time, to a function that is skipped
#include <setjmp.h>
void __VERIFIER_assert(int);
static jmp_buf place;
static int g;
static void back(void) { longjmp(place, 1); }
static void f(void) {
  if (setjmp(place) == 0) {
    g = 1;
    back();
  } else {
    g = 2;
  }
}
int main(void) {
  f();
  __VERIFIER_assert(g == 1);
  return 0;
}
