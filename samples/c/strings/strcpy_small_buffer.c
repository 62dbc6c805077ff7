// RUN: verify --check=bounds
// TRUTH: unsafe
// EXPECT: unknown
// TIME: slow
// INPUT: 3 1 10 11 1 5046599682089626208 3 0 3
// WHY: the buffer is shorter than what may be copied into it.

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char from[10], to[6];
  for (int i = 0; i < 9; i++) from[i] = __VERIFIER_nondet_char();
  from[9] = '\0';
  int i = 0;
  while ((to[i] = from[i]) != '\0') i++;
  return to[0];
}
