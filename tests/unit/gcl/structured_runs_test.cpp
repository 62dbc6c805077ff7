// SPDX-License-Identifier: Apache-2.0
//
// Random control-flow graphs, run block by block here and as structured code in the interpreter:
// the same steps, the same end. And what is refused is irreducible by another definition.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "gcl/cfg.h"
#include "gcl/interpreter.h"
#include "gcl/parser.h"
#include "gcl/printer.h"

using namespace pawl;
using namespace pawl::gcl;

namespace {

/// Havocs as the seed says; `*` as the prefix says, then the first way; what was asked is kept.
class TestChooser final : public Chooser {
 public:
  explicit TestChooser(std::uint64_t seed, std::vector<std::size_t> prefix = {})
      : random_(static_cast<std::uint32_t>(seed)), decisions(std::move(prefix)) {}
  Value initial(Expr var) override {
    return Value::integer(static_cast<std::int64_t>(var.name()[0] % 4));
  }
  Value havoc(Expr) override { return Value::integer(static_cast<std::int64_t>(random_() % 6)); }
  std::size_t branch(std::size_t) override {
    if (next_ == decisions.size()) decisions.push_back(0);
    return decisions[next_++];
  }
  Value function(const std::string&, Sort, std::span<const Value>) override {
    throw std::logic_error("there are no functions");
  }

  /// Of the next run, in order; false when this was the last.
  static bool advance(std::vector<std::size_t>& decisions) {
    while (!decisions.empty() && decisions.back() == 1) decisions.pop_back();
    if (decisions.empty()) return false;
    decisions.back() = 1;
    return true;
  }

 private:
  std::mt19937 random_;
  std::size_t next_ = 0;

 public:
  std::vector<std::size_t> decisions;
};

/// Which statements changed the state, in order, and how that ended.
struct History {
  std::vector<std::uint32_t> steps;  // lines
  std::string end;
  friend bool operator==(const History&, const History&) = default;
  friend auto operator<=>(const History&, const History&) = default;
  bool complete() const { return end != "going on"; }
};

struct Options {
  bool stars = false;  // most conditions are `*`, and all runs end
  int backward = 30;   // percent of jumps that may lead anywhere
};

class RandomGraph {
 public:
  RandomGraph(std::uint32_t seed, Options options) : random_(seed), options_(options) {
    for (const char* name : {"x", "y", "z"}) {
      vars_.push_back(context.var(name, context.int_sort()));
    }
    const std::size_t size = (options.stars ? 4 : 1) + below(12);
    for (BlockId id = 0; id < size; ++id) {
      BasicBlock& block = cfg.blocks.emplace_back();
      const bool assumes = below(3) == 0;
      for (std::size_t n = below(4); n-- > 0;) {
        block.statements.push_back(assumes ? assumption() : statement());
      }
      end(id, size);
      if (options.stars && jumps_back(id)) count(block.statements);
    }
    cfg.entry = below(8) == 0 ? below(size) : 0;
  }

  /// Null when refused.
  std::optional<Program> structured() {
    std::optional<Block> code = structure(context, cfg, "out", diagnostics);
    if (!code) return std::nullopt;
    Procedure procedure;
    procedure.name = "p";
    for (const Expr var : vars_) procedure.locals.push_back({var, {}});
    procedure.body = std::move(code);
    Program program;
    program.procedures.push_back(std::move(procedure));
    return program;
  }

  History run_blocks(Chooser& chooser, int fuel) {
    State state;
    for (const Expr var : vars_) state.emplace(var, chooser.initial(var));
    History history;
    BlockId at = cfg.entry;
    for (; history.end.empty() && fuel > 0; --fuel) {
      for (const Stmt& stmt : cfg.blocks[at].statements) {
        step(stmt, state, chooser, history);
        if (!history.end.empty()) return history;
      }
      leave(cfg.blocks[at], state, chooser, at, history);
    }
    if (history.end.empty()) history.end = "going on";
    return history;
  }

  History run_structured(const Program& program, Chooser& chooser, std::uint64_t fuel) {
    InterpreterOptions options;
    options.fuel = fuel;
    const Run done = run(program, program.procedures.front(), chooser, options);
    History history;
    for (const TraceStep& taken : done.trace) {
      if (!taken.changes.empty()) history.steps.push_back(taken.range.begin.line);
    }
    if (done.ended<NormalEnd>()) history.end = "normal " + show(done.final);
    if (done.ended<Blocked>()) history.end = "blocked " + show(done.final);
    if (done.ended<OutOfFuel>()) history.end = "going on";
    if (const auto* wrong = std::get_if<WentWrong>(&done.outcome)) {
      history.end = "wrong at " + std::to_string(wrong->at.begin.line);
    }
    return history;
  }

  Context context;
  Cfg cfg;
  Diagnostics diagnostics;
  bool exact = true;  // no simplification can make an irreducible graph reducible

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  Expr var() { return vars_[below(vars_.size())]; }
  Expr constant() { return context.int_const(static_cast<std::int64_t>(below(6))); }
  SourceRange new_line() {
    ++line_;
    return {&file_, {line_, 1}, {line_, 2}};
  }

  Expr comparison() {
    const Kind kind = below(2) == 0 ? Kind::Lt : Kind::Eq;
    const Expr left = var();
    const Expr e = context.make(kind, {left, below(3) == 0 ? var() : constant()});
    return below(4) == 0 ? context.make(Kind::Not, {e}) : e;
  }

  bool jumps_back(BlockId id) const {
    const BasicBlock& block = cfg.blocks[id];
    if (const auto* jump = std::get_if<Goto>(&block.end)) return jump->target <= id;
    const auto* branch = std::get_if<Branch>(&block.end);
    return branch != nullptr && (branch->then_target <= id || branch->else_target <= id);
  }

  /// No run comes here for ever.
  void count(Block& statements) {
    const SourceRange range = new_line();
    const Expr more = context.make(Kind::Add, {vars_[0], context.int_const(1)});
    statements.push_back({Assign{{vars_[0]}, {{more, range}}}, range});
    statements.push_back(assumption());
  }

  Stmt assumption() {
    const SourceRange range = new_line();
    return {Assume{{bound(), range}, {}}, range};
  }

  Stmt statement() {
    const std::size_t kind = below(12);
    if (kind < 3) return assumption();
    const SourceRange range = new_line();
    if (kind == 3) return {Assert{{comparison(), range}, {}}, range};
    if (kind < 6 && !options_.stars) return {Havoc{{var()}}, range};
    const Expr target = options_.stars ? vars_[0] : var();
    const Expr source = options_.stars ? vars_[0] : var();
    const Expr more = options_.stars ? context.int_const(1) : constant();
    return {Assign{{target}, {{context.make(Kind::Add, {source, more}), range}}}, range};
  }

  Expr bound() {
    if (options_.stars || below(2) == 0) {
      return context.make(Kind::Lt, {vars_[0], context.int_const(6)});
    }
    return context.make(Kind::Not, {context.make(Kind::Eq, {var(), constant()})});
  }

  void end(BlockId id, std::size_t size) {
    BasicBlock& block = cfg.blocks[id];
    const auto target = [&] {
      const bool anywhere = id + 1 >= size || static_cast<int>(below(100)) < options_.backward;
      return anywhere ? below(size) : id + 1 + below(std::min<std::size_t>(3, size - id - 1));
    };
    const std::size_t kind = below(options_.stars && id + 2 < size ? 6 : 10);
    if (kind < 5) {
      Branch branch{Located{comparison(), {}}, target(), target()};
      exact = exact && branch.then_target != branch.else_target;
      if (options_.stars && below(3) > 0) branch.condition.reset();
      if (below(15) == 0) branch.condition = {context.bool_(below(2) == 0), {}};
      exact = exact && !(branch.condition && branch.condition->expr.args().empty());
      block.end = branch;
    } else if (kind < 8) {
      block.end = Goto{target()};
      exact = exact && !block.statements.empty();
    } else if (kind == 8) {
      block.end = Finish{};
    } else {
      block.end = Halt{};
      if (below(3) > 0) block.statements.clear();
      const SourceRange range = new_line();
      if (below(2) == 0) block.statements.push_back({Assert{{context.false_(), range}, {}}, range});
    }
  }

  bool holds(const Located& condition, const State& state) {
    Valuation valuation;
    valuation.now = &state;
    return evaluate(condition.expr, valuation).value->as_bool();
  }

  void step(const Stmt& stmt, State& state, Chooser& chooser, History& history) {
    if (const auto* assume = std::get_if<Assume>(&stmt.node)) {
      if (!holds(assume->condition, state)) history.end = "blocked " + show(state);
    } else if (const auto* assertion = std::get_if<Assert>(&stmt.node)) {
      if (!holds(assertion->condition, state)) {
        history.end = "wrong at " + std::to_string(stmt.range.begin.line);
      }
    } else {
      history.steps.push_back(stmt.range.begin.line);
      if (const auto* havoc = std::get_if<Havoc>(&stmt.node)) {
        state.insert_or_assign(havoc->targets[0], chooser.havoc(havoc->targets[0]));
      } else {
        const auto& assign = std::get<Assign>(stmt.node);
        Valuation valuation;
        valuation.now = &state;
        Value value = *evaluate(assign.values[0].expr, valuation).value;
        state.insert_or_assign(assign.targets[0], std::move(value));
      }
    }
  }

  void leave(const BasicBlock& block, const State& state, Chooser& chooser, BlockId& at,
             History& history) {
    if (const auto* jump = std::get_if<Goto>(&block.end)) {
      at = jump->target;
    } else if (const auto* branch = std::get_if<Branch>(&block.end)) {
      const bool then =
          branch->condition ? holds(*branch->condition, state) : chooser.branch(2) == 1;
      at = then ? branch->then_target : branch->else_target;
    } else {
      const bool finished = std::holds_alternative<Finish>(block.end);
      history.end = (finished ? "normal " : "blocked ") + show(state);
    }
  }

  std::string show(const State& state) const {
    std::string text;
    for (const Expr var : vars_) text += var.name() + "=" + to_string(state.at(var)) + " ";
    return text;
  }

  std::mt19937 random_;
  Options options_;
  SourceFile file_{"random.gcl", ""};
  std::uint32_t line_ = 0;
  std::vector<Expr> vars_;
};

/// T1 and T2: remove loops of one node, join a node to its only predecessor, as long as possible;
/// a graph is reducible iff one node remains [HechtUllman74].
bool reducible(const Cfg& cfg) {
  std::map<BlockId, std::set<BlockId>> successors;
  std::vector<BlockId> todo{cfg.entry};
  while (!todo.empty()) {
    const BlockId id = todo.back();
    todo.pop_back();
    if (!successors.emplace(id, std::set<BlockId>()).second) continue;
    if (const auto* jump = std::get_if<Goto>(&cfg.blocks[id].end)) {
      successors[id] = {jump->target};
    } else if (const auto* branch = std::get_if<Branch>(&cfg.blocks[id].end)) {
      successors[id] = {branch->then_target, branch->else_target};
    }
    todo.insert(todo.end(), successors[id].begin(), successors[id].end());
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [id, targets] : successors) targets.erase(id);
    for (const auto& [id, targets] : successors) {
      std::vector<BlockId> from;
      for (const auto& [other, next] : successors) {
        if (next.contains(id)) from.push_back(other);
      }
      if (id == cfg.entry || from.size() != 1) continue;
      successors[from[0]].insert(targets.begin(), targets.end());
      successors[from[0]].erase(id);
      successors.erase(id);
      changed = true;
      break;
    }
  }
  return successors.size() == 1;
}

/// No statement that changes the state is there twice; the text can be read again.
void check_text(RandomGraph& graph, const Program& program) {
  std::set<std::uint32_t> lines;
  for_each_stmt(*program.procedures.front().body, [&](const Stmt& stmt) {
    if (std::holds_alternative<Assign>(stmt.node) || std::holds_alternative<Havoc>(stmt.node)) {
      CHECK(lines.insert(stmt.range.begin.line).second);
    }
  });
  const SourceFile file("structured.gcl", print(program));
  Diagnostics diagnostics;
  const auto again = parse_program(graph.context, file, diagnostics);
  REQUIRE(again);
  CHECK(print(*again) == print(program));
}

}  // namespace

TEST_CASE("structured code runs like its graph", "[gcl][structure][property]") {
  int refused = 0;
  int complete = 0;
  int loops = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    INFO("seed " << seed);
    RandomGraph graph(seed, {.stars = false, .backward = seed % 2 == 0 ? 12 : 35});
    const bool expected = reducible(graph.cfg);
    const auto program = graph.structured();
    if (!program) {
      ++refused;
      CHECK_FALSE(expected);
      CHECK(graph.diagnostics.has_errors());
      continue;
    }
    if (graph.exact) CHECK(expected);
    check_text(graph, *program);
    for (std::uint64_t run = 0; run < 3; ++run) {
      TestChooser first(run);
      TestChooser second(run);
      History blocks = graph.run_blocks(first, 60);
      History code = graph.run_structured(*program, second, 1'500);
      if (!blocks.complete()) {
        ++loops;
        CHECK(blocks.steps.size() <= code.steps.size());
        code.steps.resize(std::min(blocks.steps.size(), code.steps.size()));
        CHECK(blocks.steps == code.steps);
        continue;
      }
      ++complete;
      CHECK(blocks.steps == code.steps);
      CHECK(blocks.end == code.end);
    }
  }
  CHECK(refused > 30);
  CHECK(complete > 500);
  CHECK(loops > 30);
}

TEST_CASE("structured code has the choices of its graph", "[gcl][structure][property]") {
  const std::size_t limit = 200;
  // All runs; none when there are too many.
  const auto all = [&](const auto& run) {
    std::set<History> histories;
    std::vector<std::size_t> decisions;
    for (std::size_t runs = 0; runs < limit; ++runs) {
      TestChooser chooser(0, decisions);
      const History history = run(chooser);
      if (!history.complete()) break;
      histories.insert(history);
      decisions = chooser.decisions;
      if (!TestChooser::advance(decisions)) return std::optional(histories);
    }
    return std::optional<std::set<History>>();
  };
  int compared = 0;
  int many = 0;
  for (std::uint32_t seed = 0; seed < 1'000; ++seed) {
    INFO("seed " << seed);
    RandomGraph graph(seed, {.stars = true, .backward = 12});
    const auto program = graph.structured();
    if (!program) continue;
    const auto blocks = all([&](Chooser& chooser) { return graph.run_blocks(chooser, 100); });
    const auto code =
        all([&](Chooser& chooser) { return graph.run_structured(*program, chooser, 1'000); });
    if (!blocks || !code) continue;
    ++compared;
    if (blocks->size() > 3) ++many;
    // Runs that choose not to be runs may have been dropped.
    const auto possible = [](const std::set<History>& histories) {
      std::set<History> result;
      for (const History& history : histories) {
        if (!history.end.starts_with("blocked")) result.insert(history);
      }
      return result;
    };
    CHECK(possible(*blocks) == possible(*code));
  }
  CHECK(compared > 400);
  CHECK(many > 50);
}
