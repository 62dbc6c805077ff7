// TRUTH: unsafe
// EXPECT: refuted
int main(void) {
  int x = 1;
  //@ check x == 2;
  return 0;
}
