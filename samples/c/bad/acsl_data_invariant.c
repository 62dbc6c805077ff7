// ERROR: a data invariant is not supported
// AT: 5:5
// WHY: it would have to hold everywhere
int g;
//@ global invariant positive: g >= 0;
int main(void) { return g; }
