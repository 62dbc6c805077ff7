// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -3268000008456837163 416
// WHY: the size of an allocation computed in unsigned wraps: 65536 * 65536 is 0.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
  unsigned size = rows * columns;
  if (rows > 0 && columns > 0) assert(size >= rows);
  return 0;
}
