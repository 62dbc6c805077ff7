// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the left operand of the comma's sum is read before the block on the right changes it
extern void reach_error(void);
int main(void) {
  int i = 1;
  int a[3] = {5, 6, 7};
  int *p = &a[0];
  int old = *p++;
  int sum = old * 10 + *p;
  int both = (i = 2, i) * 10;
  if (sum == 56 && both == 20 && p == &a[1]) reach_error();
  return 0;
}
