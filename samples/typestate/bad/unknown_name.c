// RUN: verify --spec samples/typestate/bad/unknown_name.slic
// ERROR: 'deep' is no state variable
// ERROR: 'deep' is not declared
void f(void);
int main(void) { f(); return 0; }
