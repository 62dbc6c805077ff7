// ERROR: 'allocates' or 'frees' is not supported
// AT: 5:5
// WHY: nobody would check it
//
/*@ allocates \nothing;
    assigns \nothing; */
int f(int x) { return x; }
