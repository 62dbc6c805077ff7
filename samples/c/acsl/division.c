// TRUTH: safe
// EXPECT: proved
// WHY: the logic divides towards zero, as C does
int main(void) {
  //@ assert -7 / 2 == -3 && -7 % 2 == -1;
  //@ assert 7 / -2 == -3 && 7 % -2 == 1;
  //@ assert (1 << 10) == 1024 && (-5 >> 1) == -3;
  return 0;
}
