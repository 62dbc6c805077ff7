// ERROR: conflicting types for 'add'
// AT: 6:5
// WHY: a definition in the old style whose promoted types are not those of the prototype
int add(char a, int b);

int add(a, b)
int a, b;
{
  return a + b;
}

int main(void) { return add(1, 2); }
