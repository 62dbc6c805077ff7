// RUN: verify --engine=dataflow --lattice=typestate --no-refinement --spec specs/files.slic
// TRUTH: safe
// EXPECT: unknown
// WHY: states that hang on a test need predicates, and refinement does not find enough of them in useful time
// Records are read from tables and written to a journal and to an index. Files are opened, written
// and closed by helper functions; every path closes what it has opened.
#include <stddef.h>

struct file;
extern int __VERIFIER_nondet_int(void);
struct file *file_open(int name);
void file_write(struct file *file, int value);
void file_close(struct file *file);

struct record {
  int key;
  int value;
  int deleted;
};

struct table {
  int size;
  int generation;
  struct record last;
};

struct totals {
  int written;
  int skipped;
  int failed;
};

static void totals_clear(struct totals *totals) {
  totals->written = 0;
  totals->skipped = 0;
  totals->failed = 0;
}

static int checksum(const struct record *record) {
  int sum = 17;
  sum = sum * 31 + record->key % 97;
  sum = sum + record->value % 89;
  if (record->deleted)
    sum = sum + 1;
  return sum % 1000;
}

static int is_live(const struct record *record) {
  if (record->deleted)
    return 0;
  if (record->key < 0)
    return 0;
  return 1;
}

static void next_record(struct table *table, struct record *record) {
  record->key = __VERIFIER_nondet_int();
  record->value = __VERIFIER_nondet_int();
  record->deleted = __VERIFIER_nondet_int() != 0;
  table->last.key = record->key;
}

static void write_header(struct file *out, int version) {
  file_write(out, 4711);
  file_write(out, version);
}

static void write_record(struct file *out, const struct record *record) {
  file_write(out, record->key);
  file_write(out, record->value);
  file_write(out, checksum(record));
}

static void write_tombstone(struct file *out, const struct record *record) {
  file_write(out, record->key);
  file_write(out, -1);
}

static void finish(struct file *out, const struct totals *totals) {
  file_write(out, totals->written);
  file_write(out, totals->skipped);
  file_close(out);
}

/* Every live record goes to the journal. */
static int write_journal(struct table *table, struct totals *totals) {
  struct file *journal = file_open(1);
  struct record record;
  int i;
  if (journal == NULL) {
    totals->failed = totals->failed + 1;
    return -1;
  }
  write_header(journal, 3);
  for (i = 0; i < table->size; i++) {
    next_record(table, &record);
    if (is_live(&record)) {
      write_record(journal, &record);
    } else {
      write_tombstone(journal, &record);
    }
  }
  finish(journal, totals);
  return 0;
}

/* Keys only; a table that is empty has no index. */
static int write_index(struct table *table, struct totals *totals) {
  struct file *index;
  struct record record;
  int i = 0;
  if (table->size == 0)
    return 0;
  index = file_open(2);
  if (index == NULL)
    return -1;
  while (i < table->size) {
    next_record(table, &record);
    if (record.deleted) {
      i++;
      continue;
    }
    file_write(index, record.key);
    i++;
  }
  finish(index, totals);
  return 0;
}

/* What is changed goes to one file, and after that what it was to another. */
static int write_difference(struct table *before, struct table *after) {
  struct file *changed;
  struct file *old;
  struct record left, right;
  next_record(before, &left);
  next_record(after, &right);
  changed = file_open(3);
  if (changed == NULL)
    return -1;
  if (left.key == right.key) {
    file_close(changed);
    return 0;
  }
  file_write(changed, right.key);
  file_write(changed, right.value);
  file_close(changed);
  old = file_open(4);
  if (old == NULL)
    return -2;
  file_write(old, left.key);
  if (left.value != right.value)
    file_write(old, left.value);
  file_close(old);
  return 0;
}

/* The trace is optional: it is opened, written and closed under the same flag. */
static int compact(struct table *table, int trace) {
  struct file *log = NULL;
  int removed = 0;
  if (trace) {
    log = file_open(5);
    if (log == NULL)
      return -1;
    write_header(log, 1);
  }
  if (table->last.deleted)
    removed = removed + 1;
  table->generation = __VERIFIER_nondet_int();
  if (trace) {
    file_write(log, removed);
    file_close(log);
  }
  return removed;
}

static void load(struct table *table) {
  table->size = __VERIFIER_nondet_int();
  table->generation = 0;
  table->last.key = 0;
  table->last.value = 0;
  table->last.deleted = 0;
}

int main(void) {
  struct table table, copy;
  struct totals totals;
  int status;
  totals_clear(&totals);
  load(&table);
  load(&copy);
  status = write_journal(&table, &totals);
  if (status < 0)
    return 1;
  status = write_index(&table, &totals);
  if (status < 0)
    return 2;
  status = write_difference(&table, &copy);
  if (status < 0)
    return 3;
  status = compact(&table, __VERIFIER_nondet_int());
  if (status < 0)
    return 4;
  return 0;
}
