// TRUTH: unsafe
// EXPECT: refuted
// WHY: what a callee assigns, the loop assigns
int g;
/*@ requires g < 1000; assigns g; ensures g == \old(g) + 1; */
void inc(void) { g++; }
int main(void) {
  int i = 0;
  g = 0;
  /*@ loop invariant 0 <= i <= 10 && g <= 100; loop assigns i; */
  while (i < 10) {
    if (g < 100) inc();
    i++;
  }
  //@ assert g == 0;
  return 0;
}
