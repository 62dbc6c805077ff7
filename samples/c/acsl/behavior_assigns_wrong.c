// TRUTH: unsafe
// EXPECT: refuted
// WHY: for 0 the behavior promises to assign nothing
int g;
/*@ assigns g; behavior q: assumes x >= 0; assigns \nothing; */
void f(int x) {
  if (x <= 0) g = 1;
}
int main(void) {
  g = 5;
  f(0);
  //@ assert g == 5;
  return 0;
}
