// TRUTH: safe
// EXPECT: proved
// WHY: rows that are full, and the part of the current one that is
/*@ requires 0 <= rows && \valid(m + (0 .. rows - 1));
    assigns m[0 .. rows - 1][0 .. 7];
    ensures \forall integer i, k; 0 <= i < rows && 0 <= k < 8 ==> m[i][k] == v;
*/
void matrix_fill(int m[][8], int rows, int v) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 8; j++) m[i][j] = v;
}
