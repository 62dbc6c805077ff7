// RUN: verify --spec specs/lock.slic
// TRUTH: unsafe
// EXPECT: refuted
// An early return forgets the lock.
extern int __VERIFIER_nondet_int(void);
void acquire_lock(void);
void release_lock(void);

static int update(int value) {
  acquire_lock();
  if (value < 0) return -1;
  release_lock();
  return value;
}

int main(void) {
  int i;
  for (i = 0; i < 10; i++) {
    if (update(__VERIFIER_nondet_int()) < 0) return 1;
  }
  return 0;
}
