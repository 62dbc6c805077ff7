// ERROR: an ACSL contract of a statement is not supported
// AT: 6:7
// WHY: a contract of a statement is no comment to skip
int main(void) {
  int i = 0;
  //@ ensures i == 1;
  i = 1;
  return i;
}
