// RUN: verify --heuristics=none
// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= 100 && \forall integer k; 0 <= k < i ==> a[k] == 7
// WHY: the hints are all there is
int main(void) {
  int a[100];
  int i = 0;
  //@ loop_predicate 0 <= i, i <= 100;
  //@ loop_predicate 0 <= k, k < i, a[k] == 7;
  //@ skolem_constant int k;
  while (i < 100) {
    a[i] = 7;
    i++;
  }
  //@ assert \forall integer j; 0 <= j < 100 ==> a[j] == 7;
  return 0;
}
