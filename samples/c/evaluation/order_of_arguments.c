// TRUTH: unsafe
// EXPECT: unknown
// WHY: C does not say which argument is evaluated first
extern void reach_error(void);
static int n;
static int next(void) { return ++n; }
static int less(int a, int b) { return a < b; }
int main(void) {
  if (!less(next(), next())) reach_error();
  return 0;
}
