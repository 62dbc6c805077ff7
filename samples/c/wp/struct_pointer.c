// TRUTH: safe
// EXPECT: proved
// INVARIANT 1: 0 <= i <= v->len && \forall integer k; 0 <= k < i ==> v->data[k] == 0
// WHY: the array and its length are fields of what a pointer points to
struct vector {
  int len;
  int data[16];
};
/*@ requires \valid(v) && 0 <= v->len <= 16;
    assigns v->data[0 .. 15];
    ensures \forall integer k; 0 <= k < v->len ==> v->data[k] == 0;
*/
void clear(struct vector *v) {
  for (int i = 0; i < v->len; i++) v->data[i] = 0;
}
