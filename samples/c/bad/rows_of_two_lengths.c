// RUN: verify --check=bounds
// ERROR: the size of an object with rows of different lengths is not supported
// AT: 12:12
// WHY: an object has one size, and a pointer may lead into either row
struct two {
  int b[2];
  int a[4];
};

int main(void) {
  struct two v;
  int *p = v.a;
  p[3] = 1;
  return 0;
}
