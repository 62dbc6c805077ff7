// RUN: verify --strict
// ERROR: NonAtomicToAtomic
// AT: 8:12
// WHY: what other threads do is not modelled
_Atomic int shared;

int main(void) {
  shared = 1;
  return shared;
}
