// RUN: verify --spec specs/irp.slic
// TRUTH: safe
// EXPECT: proved
// Two requests: one is completed at once, one is left pending; each exactly once.
extern int __VERIFIER_nondet_int(void);
struct irp { int function; int status; };
void complete_request(struct irp *irp, int boost);
void mark_pending(struct irp *irp);

static int read_request(struct irp *irp) {
  if (irp->function > 3) {
    mark_pending(irp);
    return 259;
  }
  irp->status = 0;
  complete_request(irp, 0);
  return 0;
}

int dispatch(struct irp *irp) {
  if (irp->function < 0) {
    complete_request(irp, 0);
    return -1;
  }
  return read_request(irp);
}

int main(void) {
  static struct irp first, second;
  first.function = __VERIFIER_nondet_int();
  second.function = 2;
  dispatch(&first);
  dispatch(&second);
  return 0;
}
