// TRUTH: unsafe
// EXPECT: refuted
// WHY: the two structs may be the same
struct s {
  int a, b;
};
/*@ requires \valid(p) && \valid(q); assigns p->a; ensures p->a == 1 && q->a == \old(q->a); */
void f(struct s* p, struct s* q) { p->a = 1; }
