// RUN: verify --engine=dataflow
// TRUTH: safe
// EXPECT: proved
// Figure 1 of [FischerJhalaMajumdar05]: the second write is guarded by the flag that opened the file.
#include <assert.h>
struct file { int is_open; int written; };
extern int __VERIFIER_nondet_int(void);

static void example(struct file *out, int flag) {
  out->is_open = 1;
  assert(out->is_open == 1);
  out->is_open = 0;
  if (flag)
    out->is_open = 1;
  out->written = 0;
  if (flag)
    assert(out->is_open == 1);
}

int main(void) {
  struct file log, copy;
  example(&log, __VERIFIER_nondet_int());
  example(&copy, __VERIFIER_nondet_int());
  return 0;
}
