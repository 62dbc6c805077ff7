// TRUTH: safe
// EXPECT: proved
// WHY: an array of structs: a field of all elements.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct account {
  int id;
  int balance;
};

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(1 <= n && n <= 100);
  struct account accounts[n];
  for (int i = 0; i < n; i++) {
    accounts[i].id = i;
    accounts[i].balance = 0;
  }
  for (struct account *p = accounts; p < accounts + n; p++) p->balance += 10;
  for (int i = 0; i < n; i++) assert(accounts[i].balance == 10 && accounts[i].id == i);
  return 0;
}
