// RUN: verify --spec specs/file.slic
// TRUTH: safe
// EXPECT: proved
// Whether the file is open is what flag remembers.
extern int __VERIFIER_nondet_int(void);
int open_file(void);
int read_file(int handle);
void write_file(int handle, int value);
void close_file(int handle);

int main(void) {
  int flag = __VERIFIER_nondet_int();
  int handle = -1;
  if (flag) {
    handle = open_file();
    if (handle < 0) return 1;
  }
  int n = __VERIFIER_nondet_int();
  while (n > 0) {
    if (flag) write_file(handle, read_file(handle));
    n--;
  }
  if (flag) close_file(handle);
  return 0;
}
