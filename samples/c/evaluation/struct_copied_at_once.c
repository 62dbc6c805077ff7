// TRUTH: safe
// EXPECT: proved
extern void reach_error(void);
struct cell { int i; int v; };
int main(void) {
  struct cell a[2] = {{1, 10}, {0, 20}};
  struct cell s = {1, 0};
  s = a[s.i];
  if (s.i != 0 || s.v != 20) reach_error();
  return 0;
}
