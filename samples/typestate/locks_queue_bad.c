// RUN: verify --engine=dataflow --lattice=typestate --no-refinement --spec specs/locks.slic
// TRUTH: unsafe
// EXPECT: unknown
// WHY: states that hang on a test need predicates, and refinement does not find enough of them in useful time
// As locks_queue.c, but a queue that is empty stays locked. Work moves between two queues with a lock each, and statistics under a third one. Helpers take and
// release the locks of what they are given; some only when they are asked to.
#include <stddef.h>

struct lock {
  int owner;
};
extern int __VERIFIER_nondet_int(void);
void lock_acquire(struct lock *lock);
void lock_release(struct lock *lock);

struct job {
  int id;
  int priority;
  int done;
};

struct queue {
  struct lock lock;
  struct job head;
  int length;
  int limit;
};

struct statistics {
  struct lock lock;
  int moved;
  int dropped;
  int longest;
};

static void job_clear(struct job *job) {
  job->id = 0;
  job->priority = 0;
  job->done = 0;
}

static void job_copy(struct job *to, const struct job *from) {
  to->id = from->id;
  to->priority = from->priority;
  to->done = from->done;
}

static void queue_clear(struct queue *queue, int limit) {
  job_clear(&queue->head);
  queue->length = 0;
  queue->limit = limit;
}

static void statistics_clear(struct statistics *statistics) {
  statistics->moved = 0;
  statistics->dropped = 0;
  statistics->longest = 0;
}

static int is_full(const struct queue *queue) {
  if (queue->length < queue->limit)
    return 0;
  return 1;
}

static void count(struct statistics *statistics, int moved) {
  lock_acquire(&statistics->lock);
  if (moved) {
    statistics->moved = 1;
  } else {
    statistics->dropped = 1;
  }
  lock_release(&statistics->lock);
}

static void note_length(struct statistics *statistics, int length) {
  lock_acquire(&statistics->lock);
  if (statistics->longest < length)
    statistics->longest = length;
  lock_release(&statistics->lock);
}

/* The lock of the queue is held. */
static int put_locked(struct queue *queue, const struct job *job) {
  if (is_full(queue))
    return -1;
  job_copy(&queue->head, job);
  if (queue->length < 1000)
    queue->length = queue->length + 1;
  return 0;
}

/* The lock of the queue is held. */
static int take_locked(struct queue *queue, struct job *job) {
  if (queue->length <= 0)
    return -1;
  job_copy(job, &queue->head);
  queue->length = queue->length - 1;
  return 0;
}

static int put(struct queue *queue, const struct job *job) {
  int status;
  lock_acquire(&queue->lock);
  status = put_locked(queue, job);
  lock_release(&queue->lock);
  return status;
}

static int take(struct queue *queue, struct job *job) {
  lock_acquire(&queue->lock);
  if (take_locked(queue, job) < 0) {
    return -1;
  }
  lock_release(&queue->lock);
  return 0;
}

/* Both locks are held, always in the same order. */
static int move(struct queue *from, struct queue *to, struct statistics *statistics) {
  struct job job;
  int status = 0;
  lock_acquire(&from->lock);
  lock_acquire(&to->lock);
  if (is_full(to)) {
    status = -1;
  } else if (take_locked(from, &job) == 0) {
    status = put_locked(to, &job);
  }
  lock_release(&to->lock);
  lock_release(&from->lock);
  count(statistics, status == 0);
  return status;
}

/* Locks only if nobody else has the queue: the same flag decides twice. */
static void drop(struct queue *queue, struct statistics *statistics, int shared) {
  int length;
  if (shared)
    lock_acquire(&queue->lock);
  length = queue->length;
  queue->length = 0;
  job_clear(&queue->head);
  if (shared)
    lock_release(&queue->lock);
  note_length(statistics, length);
}

static void produce(struct queue *queue, struct statistics *statistics) {
  struct job job;
  int rounds = __VERIFIER_nondet_int();
  while (rounds > 0) {
    job_clear(&job);
    job.id = rounds;
    job.priority = __VERIFIER_nondet_int();
    if (put(queue, &job) < 0) {
      count(statistics, 0);
      break;
    }
    rounds--;
  }
}

static void consume(struct queue *queue, struct statistics *statistics) {
  struct job job;
  for (;;) {
    if (take(queue, &job) < 0)
      return;
    job.done = 1;
    count(statistics, 1);
  }
}

int main(void) {
  static struct queue input, output;
  static struct statistics statistics;
  int i;
  queue_clear(&input, 100);
  queue_clear(&output, 10);
  statistics_clear(&statistics);
  produce(&input, &statistics);
  for (i = 0; i < 50; i++) {
    if (move(&input, &output, &statistics) < 0)
      break;
  }
  consume(&output, &statistics);
  drop(&input, &statistics, __VERIFIER_nondet_int());
  drop(&output, &statistics, 0);
  return 0;
}
