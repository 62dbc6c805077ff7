// TRUTH: unsafe
// EXPECT: unknown
// WHY: a device may change it between the reads
extern void reach_error(void);
struct device { volatile int status; volatile int *reg; };
int main(void) {
  volatile struct { int a; } v = {1};
  int cell = 2;
  struct device d = {3, &cell};
  if (v.a != 1 || d.status != 3 || *d.reg != 2) reach_error();
  return 0;
}
