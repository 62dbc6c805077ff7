// RUN: verify --spec samples/typestate/bad/syntax.slic
// ERROR: expected ';', found '}'
// ERROR: expected 'entry' or 'exit', found 'entered'
// ERROR: expected a message, found 'twice'
// ERROR: '$0' is nothing that is watched
// ERROR: this text is not closed on its line
void f(void);
int main(void) { f(); return 0; }
