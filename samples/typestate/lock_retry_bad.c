// RUN: verify --spec specs/lock.slic
// TRUTH: unsafe
// EXPECT: refuted
// Like lock_retry, but the count is not what tells whether the lock was released.
extern int __VERIFIER_nondet_int(void);
void acquire_lock(void);
void release_lock(void);

int main(void) {
  unsigned packets = 0, old;
  do {
    acquire_lock();
    old = packets;
    if (__VERIFIER_nondet_int()) {
      release_lock();
      if (__VERIFIER_nondet_int()) packets++;
    }
  } while (packets != old);
  release_lock();
  return 0;
}
