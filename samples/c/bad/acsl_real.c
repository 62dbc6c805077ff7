// ERROR: a real number is not supported
// AT: 6:14
// WHY: real numbers are not modelled
int main(void) {
  int i = 0;
  //@ assert 0.5 < 1.0;
  return i;
}
