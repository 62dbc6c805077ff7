// RUN: verify --spec specs/lock.slic
// TRUTH: safe
// EXPECT: proved
// The driver of the SLAM papers: at the end of the body the lock is held iff nothing was new.
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
      packets++;
    }
  } while (packets != old);
  release_lock();
  return 0;
}
