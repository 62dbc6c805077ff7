// TRUTH: unsafe
// EXPECT: refuted
/*@ assigns \nothing;
    behavior negative:
      assumes x < 0;
      ensures \result == -1;
    behavior positive:
      assumes x > 0;
      ensures \result == 1;
    complete behaviors negative, positive;
*/
int sign(int x) { return x < 0 ? -1 : x > 0; }
