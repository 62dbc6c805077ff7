// ERROR: _Atomic
// AT: 7:3
// WHY: what other threads do is not modelled
_Atomic int shared;

int main(void) {
  shared = 1;
  return shared;
}
