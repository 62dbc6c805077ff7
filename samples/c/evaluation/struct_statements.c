// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
// WHY: expression statements whose type is a struct do what they say
extern void reach_error(void);
struct pair { int a, b; };
static int calls;
static struct pair made(int n) { struct pair p = {n, n + 1}; calls++; return p; }
int main(void) {
  struct pair s = {1, 2}, t = {3, 4}, u[2] = {{5, 6}, {7, 8}};
  struct pair *p = u;
  int i = 0;
  i = 3, s = t;
  *p++;
  i ? made(1) : made(2);
  if (s.a == 3 && p == &u[1] && calls == 1 && made(9).b == 10 && (i ? s : t).b == 4) reach_error();
  return 0;
}
