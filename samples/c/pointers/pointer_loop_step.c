// RUN: verify --check=bounds
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: steps of three jump over the end.

int main(void) {
  int a[10], s = 0;
  for (int i = 0; i < 10; i++) a[i] = i;
  for (int *p = a; p != a + 10; p += 3) s += *p;
  return s;
}
