// TRUTH: unsafe
// EXPECT: refuted
// WHY: a local variable of the caller is changed through a global
int* gp;
/*@ requires \valid(gp); assigns \nothing; */
void f(void) { *gp = 1; }
int main(void) {
  int x = 0;
  gp = &x;
  f();
  //@ assert x == 0;
  return 0;
}
