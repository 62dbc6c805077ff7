// RUN: verify --check=bounds,null
// TRUTH: safe
// EXPECT: proved
// WHY: a pointer into an array inside of a struct, in a variable, on the heap, and one past the end.
#include <stdlib.h>
#include <string.h>

struct named {
  int number;
  char name[4];
};

int table[10];

int main(void) {
  struct named v;
  strcpy(v.name, "abc");
  char *p = v.name;
  p[3] = 'd';
  struct named *heap = malloc(sizeof *heap);
  if (heap != 0) {
    char *q = heap->name;
    q[3] = p[3];
  }
  const char *text = "abc";
  v.number = text[3];
  int n = 0;
  for (int *t = &table[0]; t < &table[10]; t++) n++;
  return 0;
}
