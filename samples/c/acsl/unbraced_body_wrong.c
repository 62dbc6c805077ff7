// RUN: verify --infer=never
// TRUTH: unsafe
// EXPECT: refuted
// WHY: the annotation of an unbraced inner loop is a claim like any other: this one fails in the last round
int main(void) {
  int count = 0;
  //@ loop invariant 0 <= i <= 4;
  for (int i = 0; i < 4; i++)
    //@ loop invariant 0 <= j < 3;
    for (int j = 0; j < 3; j++) count++;
  return 0;
}
