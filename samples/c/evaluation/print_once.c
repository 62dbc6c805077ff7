// TRUTH: safe
// EXPECT: proved
// WHY: what is printed is evaluated once
extern void __VERIFIER_assert(int);
extern void pawl_print(long long);

static int calls = 0;

static int count(void) {
  calls++;
  return calls;
}

int main(void) {
  pawl_print(count());
  __VERIFIER_assert(calls == 1);
  return 0;
}
