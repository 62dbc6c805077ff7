// RUN: verify --infer=never
// TRUTH: safe
// EXPECT: proved
// WHY: a loop that is the body of another, without braces, has its annotation where pawl infer writes it
int main(void) {
  int count = 0;
  /*@ loop invariant 0 <= i <= 4 && count == 3 * i;
      loop assigns i, count; */
  for (int i = 0; i < 4; i++)
    /*@ loop invariant 0 <= j <= 3 && count == 3 * i + j;
        loop assigns j, count; */
    for (int j = 0; j < 3; j++) count++;
  //@ assert count == 12;
  return 0;
}
