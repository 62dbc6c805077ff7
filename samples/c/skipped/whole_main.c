// TRUTH: unsafe
// EXPECT: unknown
// WHY: where main is skipped, the other functions run in any state, and no failing run is claimed
void __VERIFIER_assert(int);
static int g = 1;
static void h(void) { __VERIFIER_assert(g == 1); }
int main(void) {
  void *where = &&here;
  goto *where;
here:
  g = 2;
  h();
  return 0;
}
