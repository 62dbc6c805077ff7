// TRUTH: safe
// EXPECT: proved
struct pair {
  int first, second;
};
/*@ assigns \nothing;
    ensures \result.first == a && \result.second == b;
*/
struct pair make(int a, int b) {
  struct pair p;
  p.first = a;
  p.second = b;
  return p;
}
int main(void) {
  struct pair p = make(1, 2);
  //@ assert p.first == 1 && p.second == 2;
  return 0;
}
