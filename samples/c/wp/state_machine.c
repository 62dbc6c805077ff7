// TRUTH: safe
// EXPECT: proved
// WHY: the states that are reached, by the names of the enumerators, and what holds in each
enum state { idle, running, done };
/*@ requires 0 <= n;
    assigns \nothing;
    ensures 0 <= \result <= n;
*/
int state_machine(int n) {
  enum state s = idle;
  int steps = 0;
  while (s != done) {
    if (s == idle)
      s = n > 0 ? running : done;
    else {
      steps++;
      if (steps == n) s = done;
    }
  }
  return steps;
}
