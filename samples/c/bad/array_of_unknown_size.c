// RUN: verify --strict --check=bounds
// ERROR: the size of an array whose declaration does not tell is not supported
// AT: 8:12
// WHY: it is defined elsewhere
extern int a[];

int main(void) {
  int *p = a;
  p[3] = 1;
  return 0;
}
