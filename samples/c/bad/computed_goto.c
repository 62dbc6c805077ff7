// RUN: verify --strict
// ERROR: computed goto
// AT: 6:18
// WHY: the target is a value
int main(void) {
  void *target = &&end;
  goto *target;
end:
  return 0;
}
