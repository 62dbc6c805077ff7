// SPDX-License-Identifier: Apache-2.0
// Runs a C sample, whose main is compiled as `sample_main`, many times with inputs of its own:
//     sample random FIRST COUNT     COUNT runs with seeds from FIRST, fewer when many do not end;
//                                   a line per kind of end
//     sample inputs V...            one run with these values, then zeros; exits as the run does
// A run ends with 42 when an assertion fails, 43 for undefined arithmetic, 44 for a bad access
// (both set by the sanitizers' options), 46 when an assumption does not hold, 0 otherwise. The inputs of the first failing run of each
// kind are printed.
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { max_inputs = 4096, failed = 42, left_out = 46, ms_per_run = 300, max_endless = 20 };

typedef struct {
  int count;
  long long values[max_inputs];
} Inputs;

int sample_main();  // with arguments or without

static Inputs *inputs;  // shared with the child, which writes what it drew
static int replaying;
static int position;
static unsigned long long state;

static unsigned long long draw(void) {  // splitmix64
  unsigned long long z = (state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// Mostly small numbers and characters, sometimes the ends of the types, sometimes anything.
static long long fresh(void) {
  static const long long special[] = {0,       1,        -1,       2,       127,   128,
                                      255,     256,      32767,    32768,   65535, 65536,
                                      INT_MAX, INT_MIN,  UINT_MAX, -128,    100,   1000,
                                      ' ',     'x',      12345,    LLONG_MAX};
  unsigned kind = draw() % 16;
  if (kind < 5) return (long long)(draw() % 4);
  if (kind < 9) return (long long)(draw() % 24) - 8;
  if (kind < 11) return (long long)(draw() % 4096);
  if (kind < 14) return special[draw() % (sizeof special / sizeof *special)];
  return (long long)draw();
}

static long long next(void) {
  if (replaying) return position < inputs->count ? inputs->values[position++] : 0;
  // More inputs than that: the run is too long to be told, and ends like one that is left out.
  if (inputs->count == max_inputs) _exit(left_out);
  long long value = fresh();
  inputs->values[inputs->count++] = value;
  return value;
}

// Weak, so that what a program defines itself is what runs.
#define WEAK __attribute__((weak))
#define NONDET(name, type) \
  WEAK type __VERIFIER_nondet_##name(void) { return (type)next(); }
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(bool, _Bool)
// Fractions between whole numbers, too: quarters are exact.
WEAK float __VERIFIER_nondet_float(void) { return (float)next() / 4; }
WEAK double __VERIFIER_nondet_double(void) { return (double)next() / 4; }
NONDET(unsigned, unsigned)
NONDET(size_t, unsigned long)
NONDET(u32, unsigned)
NONDET(u16, unsigned short)
NONDET(u8, unsigned char)
// Null, or memory of its own.
WEAK void *__VERIFIER_nondet_pointer(void) { return next() & 1 ? calloc(1, 4096) : NULL; }
WEAK int unknown(void) { return (int)next(); }
WEAK int unknown_int(void) { return (int)next(); }
WEAK unsigned unknown_uint(void) { return (unsigned)next(); }

WEAK void pawl_print(long long value) { (void)value; }
WEAK void assume_abort_if_not(int condition) {
  if (!condition) _exit(left_out);
}
WEAK void __VERIFIER_assume(int condition) {
  if (!condition) _exit(left_out);
}
WEAK void assume(int condition) {
  if (!condition) _exit(left_out);
}
WEAK void reach_error(void) { _exit(failed); }
WEAK void __VERIFIER_error(void) { _exit(failed); }
WEAK void __VERIFIER_assert(int condition) {
  if (!condition) _exit(failed);
}
// The macro is a function where nobody includes its header.
WEAK void assert(int condition) {
  if (!condition) _exit(failed);
}
// In place of the library's: a failed assertion is a failure, abort ends a run like assume.
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  (void)text, (void)file, (void)line, (void)function;
  _exit(failed);
}
void abort(void) { _exit(left_out); }

static void limit_time(void) {
  struct itimerval limit = {{0, 0}, {0, ms_per_run * 1000}};
  setitimer(ITIMER_VIRTUAL, &limit, NULL);
}

// What main returns counts only in a program with the line `ERROR: return 42;`.
static int run_child(void) {
  fflush(stdout);
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    limit_time();
    freopen("/dev/null", "w", stderr);
    static char *arguments[] = {"sample", NULL};
    int code = sample_main(1, arguments);
    _exit(code == failed && getenv("ERROR_LABEL") ? failed : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

static void print_inputs(int code) {
  printf("first %d", code);
  for (int i = 0; i < inputs->count; i++) printf(" %lld", inputs->values[i]);
  printf("\n");
}

static int run_random(unsigned long long first, int count) {
  enum { kinds = 512 };
  static int ends[kinds];
  for (int i = 0; i < count; i++) {
    inputs->count = 0;
    state = (first + (unsigned long long)i) * 0x2545f4914f6cdd1dull;
    int code = run_child();
    if (code < 0) return 1;
    if (ends[code]++ == 0 && code != 0) print_inputs(code);
    if (ends[256 + SIGVTALRM] == max_endless) break;
  }
  for (int code = 0; code < kinds; code++)
    if (ends[code]) printf("ends %d %d\n", code, ends[code]);
  return 0;
}

int main(int argc, char **argv) {
  inputs = mmap(NULL, sizeof *inputs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (inputs == MAP_FAILED || argc < 2) return 1;
  if (strcmp(argv[1], "random") == 0 && argc == 4)
    return run_random(strtoull(argv[2], NULL, 10), atoi(argv[3]));
  if (strcmp(argv[1], "inputs") != 0 || argc - 2 > max_inputs) return 1;
  replaying = 1;
  for (int i = 2; i < argc; i++) inputs->values[inputs->count++] = strtoll(argv[i], NULL, 10);
  printf("ends %d 1\n", run_child());
  return 0;
}
