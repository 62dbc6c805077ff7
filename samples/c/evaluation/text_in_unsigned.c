// TRUTH: unsafe
// EXPECT: refuted
// INPUT: none
extern void reach_error(void);
int main(void) {
  unsigned char u[4] = "\xff";
  char exact[3] = "abc";
  if (u[0] == 255 && exact[2] == 'c' && u[3] == 0) reach_error();
  return 0;
}
