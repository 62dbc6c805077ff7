// ERROR: a loop annotation that is not before a loop is not supported
// AT: 6:7
// WHY: a hint that belongs to no loop
int main(void) {
  int i = 0;
  //@ loop_predicate i >= 0;
  i = 1;
  return i;
}
