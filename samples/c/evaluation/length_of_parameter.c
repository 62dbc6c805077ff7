// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: the length in a parameter's type is evaluated when the function is entered
extern void reach_error(void);
static int after(int n, int a[n++]) { return n; }
int main(void) {
  int b[9];
  if (after(3, b) == 4) reach_error();
  return 0;
}
