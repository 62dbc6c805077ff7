// RUN: verify --check=bounds
// TRUTH: safe
// EXPECT: proved
// INVARIANT 2: 0 <= i < 10 && \forall integer k; 0 <= k < i ==> to[k] == from[k]
// WHY: every access is inside its array: the terminator at 9 ends the loop.

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char from[10], to[10];
  for (int i = 0; i < 9; i++) from[i] = __VERIFIER_nondet_char();
  from[9] = '\0';
  int i = 0;
  while ((to[i] = from[i]) != '\0') i++;
  return to[0];
}
