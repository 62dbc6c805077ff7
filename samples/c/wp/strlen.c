// TRUTH: safe
// EXPECT: proved
// WHY: the length counts what is not the end; the precondition names the end, so that no axioms are needed
/*@ requires 0 <= end && \valid_read(s + (0 .. end)) && s[end] == 0;
    assigns \nothing;
    ensures 0 <= \result <= end;
    ensures s[\result] == 0;
    ensures \forall integer k; 0 <= k < \result ==> s[k] != 0;
*/
int length(const char *s, int end) {
  int n = 0;
  while (s[n] != 0) n++;
  return n;
}
