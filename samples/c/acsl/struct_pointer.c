// TRUTH: safe
// EXPECT: proved
struct counter {
  int value;
  int limit;
};
/*@ requires \valid(c) && c->value < c->limit;
    assigns c->value;
    ensures c->value == \old(c->value) + 1 && c->value <= c->limit;
*/
void step(struct counter *c) { c->value++; }
int main(void) {
  struct counter c;
  c.value = 0;
  c.limit = 2;
  step(&c);
  step(&c);
  //@ assert c.value == 2 && c.limit == 2;
  return 0;
}
