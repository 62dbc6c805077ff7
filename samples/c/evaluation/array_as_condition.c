// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: an array that is only tested stays the variable it was
extern void reach_error(void);
int main(void) {
  int m[2] = {1, 2};
  (void)m;
  if (m && m[1] == 2) reach_error();
  return 0;
}
