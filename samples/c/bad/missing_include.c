// ERROR: 'no_such_header.h' file not found
// AT: 4:10
// WHY: the message is the compiler's
#include "no_such_header.h"

int main(void) { return 0; }
