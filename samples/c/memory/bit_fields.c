// TRUTH: safe
// EXPECT: proved
// WHY: a bit-field holds as many bits as it has, signed or not; its neighbours stay as they are.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct flags {
  unsigned kind : 3;
  int delta : 5;
  _Bool set : 1;
};

int main(void) {
  struct flags f = {0, 0, 0};
  f.kind = __VERIFIER_nondet_int();
  f.delta = 17;
  f.set = 4;
  assert(f.kind <= 7);
  assert(f.delta == -15);
  assert(f.set == 1);
  assert((f.kind = 9) == 1);
  return 0;
}
