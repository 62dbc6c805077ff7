// ERROR: the clause 'exits' is not supported
// AT: 7:5
// WHY: the function does exit
#include <stdlib.h>
int g;
//
/*@ exits \false;
    assigns \nothing; */
void f(void) { exit(1); }
