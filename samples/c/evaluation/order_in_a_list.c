// TRUTH: unsafe
// EXPECT: unknown
// WHY: in a list of initialisers, too, calls may come in either order as far as proofs are concerned; a run has one.
extern void reach_error(void);
static int n;
static int next(void) { return ++n; }
int main(void) {
  int a[2] = {next(), next()};
  if (a[0] != 1 && a[0] != 2) reach_error();
  if (a[0] == 2) reach_error();
  return 0;
}
