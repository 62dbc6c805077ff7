// RUN: verify --check=bounds,null
// TRUTH: safe
// EXPECT: proved
// WHY: a pointer that leads to no object of the program needs no bounds where it is not followed.
struct row {
  int *cells;
  int n;
};
static struct row none;

int main(void) {
  int sum = 0;
  for (int i = 0; i < none.n; i++) sum += none.cells[i];
  return sum;
}
