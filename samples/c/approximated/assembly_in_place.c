// TRUTH: unsafe
// EXPECT: unknown
// WHY: an operand in memory is read and written
void __VERIFIER_assert(int);
struct pair {
  int a, b;
};
int main(void) {
  struct pair p = {1, 2};
  __asm__ volatile("incl %0" : "+m"(p.a));
  __VERIFIER_assert(p.a == 1 && p.b == 2);
  return 0;
}
