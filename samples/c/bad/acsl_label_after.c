// ERROR: the label 'L', which is not before this place, is not supported
// AT: 6:21
// WHY: the state at a label is known once it was passed
int main(void) {
  int x = 0;
  //@ assert \at(x, L) == 0;
L:
  x = 1;
  return x;
}
