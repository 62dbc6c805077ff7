// RUN: verify --strict
// ERROR: _Complex
// AT: 6:20
// WHY: complex numbers are not integers
int main(void) {
  _Complex int z = 1;
  return __real__ z;
}
