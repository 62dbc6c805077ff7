// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: r->count == \at(r->count, Pre) + i && 0 <= r->head < 8
// WHY: fields behind a pointer are counters that a loop moves
struct ring {
  int data[8];
  int head;
  int count;
};
/*@ requires \valid(r) && 0 <= r->head < 8 && 0 <= r->count && 0 <= n;
    requires r->count + n <= 8;
    assigns r->data[0 .. 7], r->head, r->count;
    ensures r->count == \old(r->count) + n;
    ensures 0 <= r->head < 8;
*/
void push_many(struct ring *r, int n, int v) {
  for (int i = 0; i < n; i++) {
    r->data[r->head] = v;
    r->head = r->head + 1 == 8 ? 0 : r->head + 1;
    r->count++;
  }
}
