// ERROR: use of undeclared identifier 'y'
// AT: 6:10
// WHY: the message is the compiler's
int main(void) {
  int x = 1;
  return y + x;
}
