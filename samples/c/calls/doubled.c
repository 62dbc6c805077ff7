// TRUTH: safe
// EXPECT: proved
// WHY: fifteen levels of two calls each, which are not all inlined.
#include <assert.h>

int count;

void step0(void) {
  count++;
  assert(count > 0);
}

void step1(void) {
  step0();
  step0();
}

void step2(void) {
  step1();
  step1();
}

void step3(void) {
  step2();
  step2();
}

void step4(void) {
  step3();
  step3();
}

void step5(void) {
  step4();
  step4();
}

void step6(void) {
  step5();
  step5();
}

void step7(void) {
  step6();
  step6();
}

void step8(void) {
  step7();
  step7();
}

void step9(void) {
  step8();
  step8();
}

void step10(void) {
  step9();
  step9();
}

void step11(void) {
  step10();
  step10();
}

void step12(void) {
  step11();
  step11();
}

void step13(void) {
  step12();
  step12();
}

void step14(void) {
  step13();
  step13();
}

void step15(void) {
  step14();
  step14();
}

int main(void) {
  step15();
  return 0;
}
