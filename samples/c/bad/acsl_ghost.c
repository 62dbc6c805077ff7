// ERROR: ghost
// AT: 6:7
// WHY: ghost code is refused, not ignored
int main(void) {
  int i = 0;
  //@ ghost int g = 0;
  while (i < 3) i++;
  return i;
}
