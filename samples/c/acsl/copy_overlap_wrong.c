// TRUTH: unsafe
// EXPECT: unknown
// WHY: the arrays may overlap; no run was found within the limits
// TIME: slow
/*@ requires n >= 0 && \valid(a+(0..n-1)) && \valid(b+(0..n-1));
    assigns b[0..n-1];
    ensures \forall integer k; 0 <= k < n ==> b[k] == \old(a[k]); */
void copy(int* a, int n, int* b) {
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> b[k] == \at(a[k],Pre);
      loop assigns i, b[0..n-1]; */
  for (int i = 0; i < n; i++) b[i] = a[i];
}
