// ERROR: a second range is not supported
// AT: 6:23
// WHY: a set with two ranges is not a row of locations
int m[3][3];
//
/*@ assigns m[0 .. 1][0 .. 1]; */
void f(void) { m[0][0] = 1; }
