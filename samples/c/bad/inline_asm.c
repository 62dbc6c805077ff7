// RUN: verify --strict
// ERROR: asm
// AT: 7:3
// WHY: what assembler does is not known
int main(void) {
  int x = 0;
  __asm__ volatile("nop" : "+r"(x));
  return x;
}
