// RUN: verify --strict
// ERROR: setjmp
// AT: 10:7
// WHY: jumps between functions are not modelled
#include <setjmp.h>

jmp_buf back;

int main(void) {
  if (setjmp(back)) return 1;
  longjmp(back, 1);
}
