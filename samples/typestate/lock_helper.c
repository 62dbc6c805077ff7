// RUN: verify --spec specs/lock.slic
// TRUTH: safe
// EXPECT: proved
// Events happen inside the functions that are called, also those with a body.
extern int __VERIFIER_nondet_int(void);
void acquire_lock(void);
static int held = 0;
void release_lock(void) { held = 0; }

static int update(int value) {
  acquire_lock();
  held = 1;
  if (value < 0) {
    release_lock();
    return -1;
  }
  release_lock();
  return value;
}

int main(void) {
  int i, sum = 0;
  for (i = 0; i < 10; i++) {
    if (update(__VERIFIER_nondet_int()) < 0) return 1;
  }
  return 0;
}
