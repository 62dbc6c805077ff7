// TRUTH: unsafe
// EXPECT: refuted
// WHY: a static variable is memory, too
/*@ assigns \nothing; ensures \result >= 0; */
int f(void) {
  static int s;
  if (s < 100) s++;
  return 1;
}
int main(void) { return f(); }
