// TRUTH: safe
// EXPECT: proved
// WHY: whether i is read before or after the call, one of the two places is written
extern void reach_error(void);
int i;
int a[2];
static int step(void) { i = 1; return 7; }
int main(void) {
  a[i] = step();
  if (a[0] + a[1] != 7) reach_error();
  return 0;
}
