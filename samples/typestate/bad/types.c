// RUN: verify --spec samples/typestate/bad/types.slic
// ERROR: this is an integer, but should be a truth value
// ERROR: this is an integer, but should be a pointer
// ERROR: this is a pointer, but should be a truth value
// ERROR: nothing has been returned on entry
void f(void);
int main(void) { f(); return 0; }
