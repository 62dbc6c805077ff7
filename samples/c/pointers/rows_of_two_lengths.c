// RUN: verify --check=bounds
// TRUTH: safe
// EXPECT: proved
// WHY: a pointer into the second of two rows of a struct: its bytes are known, and its row.
struct two {
  int b[2];
  int a[4];
};

int main(void) {
  struct two v;
  int *p = v.a;
  p[3] = 1;
  return 0;
}
