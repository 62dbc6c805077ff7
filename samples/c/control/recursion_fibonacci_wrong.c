// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the sixth Fibonacci number is 8, not 13.
#include <assert.h>

int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
  assert(fibonacci(6) == 13);
  return 0;
}
