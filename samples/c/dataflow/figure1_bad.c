// RUN: verify --engine=dataflow
// TRUTH: unsafe
// EXPECT: refuted
// INPUT: -1 0
// As figure1.c, but the second write is under another flag.
#include <assert.h>
struct file { int is_open; int written; };
extern int __VERIFIER_nondet_int(void);

static void example(struct file *out, int flag, int other) {
  out->is_open = 1;
  assert(out->is_open == 1);
  out->is_open = 0;
  if (flag)
    out->is_open = 1;
  out->written = 0;
  if (other)
    assert(out->is_open == 1);
}

int main(void) {
  struct file log;
  example(&log, __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  return 0;
}
