// TRUTH: safe
// EXPECT: proved
/*@ assigns \nothing;
    behavior negative:
      assumes x < 0;
      ensures \result == -1;
    behavior zero:
      assumes x == 0;
      ensures \result == 0;
    behavior positive:
      assumes x > 0;
      ensures \result == 1;
    complete behaviors;
    disjoint behaviors;
*/
int sign(int x) { return x < 0 ? -1 : x > 0; }
int main(void) {
  int a = sign(-5), b = sign(0), c = sign(9);
  //@ assert a == -1 && b == 0 && c == 1;
  return 0;
}
