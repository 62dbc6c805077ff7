// RUN: verify --spec specs/file.slic
// TRUTH: unsafe
// EXPECT: refuted
// The result of open_file is not looked at.
extern int __VERIFIER_nondet_int(void);
int open_file(void);
int read_file(int handle);
void close_file(int handle);

int main(void) {
  int handle = open_file();
  int n = __VERIFIER_nondet_int();
  while (n > 0) {
    read_file(handle);
    n--;
  }
  if (handle >= 0) close_file(handle);
  return 0;
}
