// RUN: verify --spec samples/typestate/bad/arguments.slic
// ERROR: 'f' has 1 parameters only
// ERROR: '__VERIFIER_nondet_int' cannot be watched
extern int __VERIFIER_nondet_int(void);
void f(int x);
int main(void) { f(__VERIFIER_nondet_int()); return 0; }
