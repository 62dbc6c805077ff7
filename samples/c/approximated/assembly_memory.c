// TRUTH: unsafe
// EXPECT: unknown
// WHY: assembly writes where an operand leads to
void __VERIFIER_assert(int);
int main(void) {
  int x = 1;
  __asm__ volatile("movl $5, (%0)" : : "r"(&x) : "memory");
  __VERIFIER_assert(x == 1);
  return 0;
}
