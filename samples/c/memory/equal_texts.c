// Equal texts may be one object: compilers do that.
// TRUTH: unsafe
// EXPECT: unknown
// WHY: whether two texts share their memory is up to the compiler; no run is claimed
extern void reach_error(void);
int main(void) {
  const char *p = "abc", *q = "abc";
  if (p == q) reach_error();
  return 0;
}
