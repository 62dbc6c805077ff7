// TRUTH: safe
// EXPECT: proved
// RUN: verify --entry=main
// INVARIANT 1: 0 <= i <= 5 && \forall integer k; 0 <= k < i ==> a[k] == b[k]
// WHY: equal results mean equal bytes; the sign follows the first difference of unsigned bytes.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int compare(const unsigned char *a, const unsigned char *b, int n) {
  int i = 0;
  while (i < n && a[i] == b[i]) i++;
  if (i == n) return 0;
  return a[i] - b[i];
}

int main(void) {
  unsigned char a[5], b[5];
  for (int i = 0; i < 5; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    b[i] = __VERIFIER_nondet_uchar();
  }
  int c = compare(a, b, 5);
  if (c == 0) {
    for (int i = 0; i < 5; i++) assert(a[i] == b[i]);
  }
  assert(-255 <= c && c <= 255);
  return 0;
}
