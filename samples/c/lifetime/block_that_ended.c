// RUN: verify --check=lifetime
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: left by goto, the scope has ended all the same.
int main(void) {
  int *p = 0;
  {
    int x = 1;
    p = &x;
    goto out;
  }
out:
  *p = 2;
  return 0;
}
