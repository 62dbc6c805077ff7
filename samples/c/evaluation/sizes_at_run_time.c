// TRUTH: safe
// EXPECT: proved
extern void reach_error(void);
int main(void) {
  int n = 3;
  unsigned long s = sizeof(int[n++]);
  typedef int row[n];
  n = 100;
  row r;
  if (s != 12 || n != 100 || sizeof(r) != 16) reach_error();
  return 0;
}
