// TRUTH: safe
// EXPECT: proved
extern void reach_error(void);
static int calls;
static int once(int v) { calls++; return v; }
int main(void) {
  int x = once(4) ?: once(5);
  int y = once(0) ?: 6;
  if (x != 4 || y != 6 || calls != 2) reach_error();
  return 0;
}
