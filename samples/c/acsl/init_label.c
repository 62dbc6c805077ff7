// TRUTH: safe
// EXPECT: proved
// WHY: at Init the globals have the values they are initialised with.
int g = 7;

static void change(void) {
  g = g + 1;
  //@ assert g == \at(g, Init) + 1;
}

int main(void) {
  change();
  //@ assert \at(g, Init) == 7 && g == 8;
  return 0;
}
