// RUN: verify --check=lifetime
// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: i <= 5
// WHY: in every round another variable, used while it is there.
void set(int *p) { *p = 3; }

int main(void) {
  for (int i = 0; i < 5; i++) {
    int x = i;
    set(&x);
  }
  return 0;
}
