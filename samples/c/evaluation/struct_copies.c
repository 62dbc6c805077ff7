// TRUTH: safe
// EXPECT: proved
// WHY: whole structs are read before any part of the target is written.
#include <assert.h>

struct s {
  int a;
  int i;
  struct {
    short x;
    char y[3];
  } in;
};
struct s arr[3] = {{1, 1, {2, {3, 4, 5}}}, {6, 2, {7, {8, 9, 10}}}, {11, 0, {12, {13, 14, 15}}}};
int main(void) {
  struct s t = arr[arr[0].i];
  t = arr[t.i];
  assert(t.a == 11);
  assert(t.in.y[2] == 15);
  struct s *p = &arr[0];
  *p = arr[p->i];
  assert(p->i == 2);
  assert(arr[0].in.x == 7);
  arr[1] = arr[2] = arr[0];
  assert(arr[2].a == 6);
  assert(arr[1].in.y[0] == 8);
  struct s u = (arr[1].a = 99, arr[1]);
  assert(u.a == 99);
  return 0;
}
