// ERROR: expected ';'
// AT: 5:12
// WHY: the message is the compiler's
int main(void) {
  int x = 1
  return x;
}
