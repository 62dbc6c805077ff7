// An array whose address nobody uses is still one array.
// TRUTH: safe
// EXPECT: proved
extern void __VERIFIER_assert(int);
int main(void) {
  int few[3] = {4, 5, 6};
  int grid[2][2] = {{1, 2}, {3, 4}};
  int n = 1;
  (void)few;
  int none = !grid[n - n];
  int(*rows)[2] = grid;
  int same = &(rows[1])[0] == &grid[1][0];
  grid[1][0] += few[0];
  __VERIFIER_assert(none == 0 && same && grid[1][0] == 7 && rows[1][0] == 7);
  return 0;
}
