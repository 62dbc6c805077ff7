// ERROR: union
// AT: 10:3
// WHY: a field is read that was not written last
union word {
  unsigned whole;
  unsigned char bytes[4];
};

int main(void) {
  union word w;
  w.whole = 1;
  return w.bytes[0];
}
