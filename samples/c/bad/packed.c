// ERROR: packed
// AT: 6:7
// WHY: an attribute that changes the layout
struct record {
  char tag;
  int value __attribute__((packed));
};

int main(void) {
  struct record r = {1, 2};
  return r.value;
}
