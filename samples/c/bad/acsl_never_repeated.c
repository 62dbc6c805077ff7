// ERROR: never reached or never repeated
// AT: 6:7
// WHY: nothing would check the invariant
int main(void) {
  int i = 0;
  //@ loop invariant i == 5;
  while (1) {
    i = 2;
    break;
  }
  return i;
}
