// TRUTH: safe
// EXPECT: unknown
// WHY: what has been copied is equal and not the end
/*@ requires 0 <= n && \valid_read(s + (0 .. n)) && \valid(d + (0 .. n));
    requires \separated(s + (0 .. n), d + (0 .. n));
    requires s[n] == 0 && \forall integer k; 0 <= k < n ==> s[k] != 0;
    assigns d[0 .. n];
    ensures \forall integer k; 0 <= k <= n ==> d[k] == s[k];
*/
void copy(char *d, const char *s, int n) {
  int i = 0;
  while (s[i] != 0) {
    d[i] = s[i];
    i++;
  }
  d[i] = 0;
}
