// RUN: verify --check=lifetime
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the variable is gone when its function has returned.
int *f(void) {
  int x = 1;
  int *p = &x;
  return p;
}

int main(void) {
  int *p = f();
  return *p;
}
