// RUN: verify --engine=dataflow --lattice=typestate --no-refinement --spec specs/allocation.slic
// TRUTH: safe
// EXPECT: unknown
// WHY: states that hang on a test need predicates, and refinement does not find enough of them in useful time
// Messages are built in blocks of an allocator: each block is used while it is allocated and freed
// once, whatever path is taken; helpers use a block, or use and free it.
#include <stddef.h>

struct block;
extern int __VERIFIER_nondet_int(void);
struct block *block_new(int size);
void block_use(struct block *block, int at, int value);
void block_free(struct block *block);

struct message {
  int kind;
  int sender;
  int length;
  int urgent;
};

struct channel {
  int open;
  int sent;
  int dropped;
  int largest;
  struct message last;
};

struct limits {
  int length;
  int urgent;
};

static void channel_clear(struct channel *channel) {
  channel->open = 1;
  channel->sent = 0;
  channel->dropped = 0;
  channel->largest = 0;
  channel->last.kind = 0;
  channel->last.sender = 0;
  channel->last.length = 0;
  channel->last.urgent = 0;
}

static void limits_clear(struct limits *limits) {
  limits->length = 1500;
  limits->urgent = 64;
}

static void read_message(struct message *message) {
  message->kind = __VERIFIER_nondet_int();
  message->sender = __VERIFIER_nondet_int();
  message->length = __VERIFIER_nondet_int();
  message->urgent = __VERIFIER_nondet_int() != 0;
}

static int is_valid(const struct message *message, const struct limits *limits) {
  if (message->length < 0)
    return 0;
  if (message->urgent) {
    if (message->length > limits->urgent)
      return 0;
    return 1;
  }
  if (message->length > limits->length)
    return 0;
  return 1;
}

static void note(struct channel *channel, const struct message *message) {
  channel->last.kind = message->kind;
  channel->last.sender = message->sender;
  channel->last.length = message->length;
  channel->last.urgent = message->urgent;
  if (channel->largest < message->length)
    channel->largest = message->length;
}

static void fill_header(struct block *block, const struct message *message) {
  block_use(block, 0, message->kind);
  block_use(block, 1, message->sender);
  block_use(block, 2, message->length);
}

static void fill_body(struct block *block, const struct message *message) {
  int i;
  for (i = 0; i < message->length; i++) {
    block_use(block, 3 + i, 0);
  }
}

/* The block is gone afterwards. */
static void send_and_free(struct channel *channel, struct block *block) {
  block_use(block, 0, 1);
  if (channel->open)
    channel->sent = 1;
  else
    channel->dropped = 1;
  block_free(block);
}

/* One block, freed by whoever has it last. */
static int send_message(struct channel *channel, const struct message *message) {
  struct block *block = block_new(message->length);
  if (block == NULL)
    return -1;
  fill_header(block, message);
  if (!channel->open) {
    block_free(block);
    return -2;
  }
  fill_body(block, message);
  note(channel, message);
  send_and_free(channel, block);
  return 0;
}

/* The answer is optional: it is made, filled and sent under the same flag. */
static int answer(struct channel *channel, const struct message *message, int wanted) {
  struct block *reply = NULL;
  if (wanted) {
    reply = block_new(16);
    if (reply == NULL)
      return -1;
    block_use(reply, 0, message->sender);
  }
  channel->last.kind = -1;
  if (message->urgent)
    channel->last.urgent = 1;
  if (wanted) {
    block_use(reply, 1, channel->sent);
    send_and_free(channel, reply);
  }
  return 0;
}

/* A block is tried with smaller and smaller sizes. */
static struct block *new_of_any_size(int size) {
  struct block *block = NULL;
  while (size > 0) {
    block = block_new(size);
    if (block != NULL)
      return block;
    size = size / 2;
  }
  return NULL;
}

static int broadcast(struct channel *channel, int receivers) {
  struct block *block;
  int i = 0;
  block = new_of_any_size(1024);
  if (block == NULL)
    return -1;
  while (i < receivers) {
    block_use(block, 0, i);
    i++;
  }
  if (channel->dropped) {
    block_free(block);
    return -2;
  }
  send_and_free(channel, block);
  return 0;
}

static int serve(struct channel *channel, const struct limits *limits) {
  struct message message;
  int rounds = __VERIFIER_nondet_int();
  while (rounds > 0) {
    read_message(&message);
    if (!is_valid(&message, limits)) {
      rounds--;
      continue;
    }
    if (send_message(channel, &message) < 0)
      return -1;
    if (answer(channel, &message, message.urgent) < 0)
      return -2;
    rounds--;
  }
  return 0;
}

int main(void) {
  struct channel channel;
  struct limits limits;
  int status;
  channel_clear(&channel);
  limits_clear(&limits);
  status = serve(&channel, &limits);
  if (status < 0)
    return 1;
  status = broadcast(&channel, 5);
  if (status == -2)
    return 2;
  return 0;
}
