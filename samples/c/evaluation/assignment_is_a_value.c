// TRUTH: safe
// EXPECT: proved
// WHY: the value of an assignment is what was stored, converted, in callees as well
extern void abort(void);
extern void reach_error(void);
static int keep(int *to, int v) {
  int seen;
  (seen = v) && (*to = seen);
  return (*to += 1);
}
int main(void) {
  unsigned char small;
  int wide = (small = 300);
  int got = 0;
  int next = keep(&got, 7);
  if (wide != 44 || got != 8 || next != 8) reach_error();
  return 0;
}
