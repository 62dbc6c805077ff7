// RUN: verify --spec samples/typestate/bad/woven_types.slic
// ERROR: this, which is no integer in the program, is not supported
void f(int *p);
int main(void) { int x; f(&x); return x; }
