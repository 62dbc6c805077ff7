// TRUTH: safe
// EXPECT: proved
int g;
/*@ assigns g;
    behavior quiet:
      assumes x == 0;
      assigns \nothing;
    behavior loud:
      assumes x != 0;
      ensures g == \old(g) + 1;
*/
void count(int x) {
  if (x != 0 && g < 1000) g++;
  else if (x != 0) g = g + 1;
}
int main(void) {
  g = 3;
  count(0);
  //@ assert g == 3;
  count(1);
  //@ assert g == 4;
  return 0;
}
