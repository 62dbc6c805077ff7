// TRUTH: unsafe
// EXPECT: unknown
// WHY: C does not say which call runs first; left to right nothing fails, the other way it does
extern void reach_error(void);
int g;
static int set(void) { g = 1; return 0; }
static int get(void) { return g; }
int main(void) {
  int x = get() + set();
  if (x != 0) reach_error();
  return 0;
}
