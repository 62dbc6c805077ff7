// ERROR: too many arguments to function call
// AT: 6:34
// WHY: a prototype and a call that do not fit
int twice(int x) { return 2 * x; }

int main(void) { return twice(1, 2); }
