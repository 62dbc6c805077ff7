// RUN: verify --check=bounds,null
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: a pointer that leads to no object of the program is null, or has no bounds.
struct row {
  int *cells;
  int n;
};
static struct row none;

int main(void) {
  return none.cells[2];
}
