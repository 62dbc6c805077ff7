// RUN: verify --strict
// ERROR: integer to pointer
// AT: 7:21
// WHY: an address made of a number points to no object that is known
int main(void) {
  unsigned long address = 0x1000;
  volatile int *p = (volatile int *)address;
  return *p;
}
