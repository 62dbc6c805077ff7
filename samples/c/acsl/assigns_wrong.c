// TRUTH: unsafe
// EXPECT: refuted
int g, h;
/*@ assigns g;
    ensures g == 1;
*/
void set(void) {
  g = 1;
  h = 2;
}
int main(void) {
  set();
  return h;
}
