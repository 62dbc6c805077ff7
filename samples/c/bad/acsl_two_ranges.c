// ERROR: a second range is not supported
// AT: 6:32
// WHY: the addresses of two ranges are not a row of locations
int m[3][3];
//
/*@ requires \valid(&m[0 .. 1][0 .. 1]); */
void f(void) { m[0][0] = 1; }
