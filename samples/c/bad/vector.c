// RUN: verify --strict
// ERROR: vector
// AT: 8:3
// WHY: vectors of the compiler are not modelled
typedef int four __attribute__((vector_size(16)));

int main(void) {
  four v = {1, 2, 3, 4};
  v = v + v;
  return v[0];
}
