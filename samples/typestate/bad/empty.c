// RUN: verify --spec samples/typestate/bad/empty.slic
// ERROR: a specification without an event says nothing
int main(void) { return 0; }
