// RUN: verify --spec specs/irp.slic
// TRUTH: unsafe
// EXPECT: refuted
// The error path completes the request, and so does the caller.
extern int __VERIFIER_nondet_int(void);
struct irp { int function; int status; };
void complete_request(struct irp *irp, int boost) { irp->status = boost; }

static int read_request(struct irp *irp) {
  if (irp->function > 3) {
    complete_request(irp, 0);
    return -1;
  }
  return 0;
}

int dispatch(struct irp *irp) {
  int status = read_request(irp);
  complete_request(irp, 0);
  return status;
}

int main(void) {
  static struct irp request;
  request.function = __VERIFIER_nondet_int();
  dispatch(&request);
  return 0;
}
