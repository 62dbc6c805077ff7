// TRUTH: unsafe
// EXPECT: refuted
// WHY: p may point to g, which the clause does not list
int g;
/*@ requires \valid(p);
    assigns *p;
    ensures g == \old(g);
*/
void set(int *p) { *p = 1; }
int main(void) {
  set(&g);
  return g;
}
