// TRUTH: safe
// EXPECT: proved
#include <limits.h>
#define SIZE 10
enum color { RED, GREEN = 7 };
int main(void) {
  int a[SIZE];
  a[0] = INT_MAX;
  //@ assert \valid(&a[SIZE - 1]) && a[0] == INT_MAX && GREEN == 7 && sizeof(int) == 4;
  return 0;
}
