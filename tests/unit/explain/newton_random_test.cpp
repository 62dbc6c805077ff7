// SPDX-License-Identifier: Apache-2.0
//
// NEWTON on random paths: what it calls feasible runs, and the conditions it blames contradict each
// other in a formula that gcl/ makes of the path, without store, renamings or bindings.
#include <catch2/catch.hpp>

#include "explain/newton.h"
#include "explain/simulate.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"
#include "gcl/printer.h"
#include "gcl/sp.h"
#include "support/overloaded.h"
#include "tests/support/parsed.h"
#include "tests/support/path_of.h"
#include "tests/support/random_command.h"

namespace pawl::explain {
namespace {

using gcl::Expr;

class RandomPath {
 public:
  enum class Calls { None, Some };
  RandomPath(std::uint32_t seed, Calls calls)
      : parsed_(
            "var g: int; var a: [int]int;\n"
            "procedure main(n: int) modifies g, a; { var x: int, y: int, b: bool; }\n"
            "procedure up(n: int, k: int) returns (r: int) modifies g;\n"
            "{ var i: int; r := n + 1; g := g + r; if n > k { r := 2 * i; } }\n"
            "procedure put(k: int, v: int) modifies a; { a[k] := v; if a[v] == k { a[v] := g; } }\n"
            "procedure down(n: int) returns (r: int) modifies g;\n"
            "{ if n > 0 { call r := down(n - 1); r := r + n; } else { r := g; } }\n") {
    gcl::Context& c = context();
    test::RandomCommand::Features features;
    const gcl::Sort ints = c.int_sort();
    features.variables = {c.var("g", ints), c.var("x", ints), c.var("y", ints),
                          c.var("b", c.bool_sort()), c.var("a", c.map_sort(ints, ints))};
    if (calls == Calls::Some) {
      for (std::size_t i = 1; i < 4; ++i) features.callees.push_back(&parsed_.procedure(i));
    }
    features.conditionals = true;
    features.loops = true;
    features.invariants = false;
    test::RandomCommand random(c, features, seed);
    gcl::Procedure& main = parsed_.program.procedures[0];
    main.body = random.command(14);
    main.body->push_back({gcl::Assert{{Expr(random.formula(2)), {}}, {}}, {}});
    std::vector<std::size_t> decisions;
    for (int i = 0; i < 12; ++i) decisions.push_back(random.below(2));
    path = test::path_of(c, parsed_.program, main, decisions);
  }

  gcl::Context& context() { return parsed_.context; }
  const gcl::Program& program() const { return parsed_.program; }

  Path path;

 private:
  test::Parsed parsed_;
};

/// The path as straight-line code without calls; variables are renamed by activation, and of the
/// conditions only those of `kept` remain.
class Inlined {
 public:
  Inlined(gcl::Context& context, const Path& path) : c_(context), path_(path) {
    for (std::size_t a = 0; a < path.activations.size(); ++a) {
      const gcl::Procedure& p = *path.activations[a].procedure;
      for (const auto* decls : {&p.parameters, &p.results, &p.locals}) {
        for (const gcl::VarDecl& decl : *decls) own_[a].emplace(decl.var, name(a, decl.var));
      }
    }
  }

  gcl::Block operator()(const std::vector<std::size_t>& kept) {
    gcl::Block block;
    for (std::size_t i = 0; i < path_.steps.size(); ++i) {
      const PathStep& step = path_.steps[i];
      const std::size_t a = step.activation;
      std::visit(
          overloaded{
              [&](const PathAssign& s) { block.push_back(assign(s.targets, a, s.values, a)); },
              [&](const PathHavoc& s) { block.push_back(gcl::make_havoc(here(a, s.targets), {})); },
              [&](const PathEnter& s) {
                block.push_back(assign(vars(s.callee, Vars::Parameters), s.callee, s.actuals, a));
              },
              [&](const PathLeave& s) {
                block.push_back(assign(s.targets, a, vars(s.callee, Vars::Results), s.callee));
              },
              [](const PathBranch&) {},
              [&](const auto&) {
                if (std::ranges::count(kept, i) == 0) return;
                block.push_back(gcl::make_assume({here(a, assumption_of(c_, step)), {}}));
              },
          },
          step.node);
    }
    return block;
  }

 private:
  enum class Vars { Parameters, Results };
  Expr name(std::size_t a, Expr var) {
    return c_.var(var.name() + "_" + std::to_string(a), var.sort());
  }
  Expr here(std::size_t a, Expr e) { return gcl::substitute(c_, e, own_[a]); }
  std::vector<Expr> here(std::size_t a, std::vector<Expr> es) {
    for (Expr& e : es) e = here(a, e);
    return es;
  }
  std::vector<Expr> vars(std::size_t a, Vars which) {
    const gcl::Procedure& p = *path_.activations[a].procedure;
    std::vector<Expr> result;
    for (const auto& decl : which == Vars::Results ? p.results : p.parameters) {
      result.push_back(decl.var);
    }
    return result;
  }
  gcl::Stmt assign(const std::vector<Expr>& targets, std::size_t where,
                   const std::vector<Expr>& values, std::size_t from) {
    std::vector<std::pair<Expr, Expr>> pairs;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      pairs.emplace_back(here(where, targets[i]), here(from, values[i]));
    }
    if (pairs.empty()) return gcl::make_assume({c_.true_(), {}});
    return gcl::make_assign(pairs, {});
  }

  gcl::Context& c_;
  const Path& path_;
  std::map<std::size_t, gcl::Substitution> own_;
};

prover::Answer satisfiable(RandomPath& world, const std::vector<std::size_t>& kept) {
  gcl::Context& c = world.context();
  const gcl::Block block = Inlined(c, world.path)(kept);
  const gcl::Passive passive = gcl::make_passive(c, block, {});
  const Expr norm = gcl::sp(c, passive, c.true_()).normal.formula;
  prover::QueryLog log;
  const auto prover = prover::make_prover(c, {}, log);
  prover->assert_formula(norm);
  return prover->satisfiable();
}

struct Tally {
  int feasible = 0;
  int infeasible = 0;
};

Tally check_seeds(std::uint32_t first, std::uint32_t last, RandomPath::Calls calls) {
  Tally tally;
  for (std::uint32_t seed = first; seed < last; ++seed) {
    RandomPath world(seed, calls);
    INFO("seed " << seed << "\n" << gcl::print(world.program()));
    prover::QueryLog log;
    const Explanation result = newton(world.context(), world.program(), world.path, {}, log);
    if (const auto* wrong = std::get_if<Disagreement>(&result)) FAIL(wrong->what);
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < world.path.steps.size(); ++i) all.push_back(i);
    if (const auto* infeasible = std::get_if<Infeasible>(&result)) {
      ++tally.infeasible;
      CHECK(satisfiable(world, infeasible->conditions) == prover::Answer::No);
    } else if (std::holds_alternative<Feasible>(result)) {
      ++tally.feasible;
      CHECK(satisfiable(world, all) == prover::Answer::Yes);
    }
  }
  return tally;
}

/// Cartesian abstraction along a path without calls: of each predicate it is known that it holds,
/// that it does not, or nothing.
class Cartesian {
 public:
  Cartesian(RandomPath& world, std::vector<Expr> predicates)
      : world_(world),
        c_(world.context()),
        prover_(prover::make_prover(c_, {}, log_)),
        predicates_(std::move(predicates)) {}

  bool refutes() {
    for (const PathStep& step : world_.path.steps) {
      if (const auto* assign = std::get_if<PathAssign>(&step.node)) {
        gcl::Substitution values;
        for (std::size_t i = 0; i < assign->targets.size(); ++i) {
          values.emplace(assign->targets[i], assign->values[i]);
        }
        update(known_, [&](Expr p) { return gcl::substitute(c_, p, values); });
      } else if (const auto* havoc = std::get_if<PathHavoc>(&step.node)) {
        gcl::Substitution values;
        for (const Expr t : havoc->targets) values.emplace(t, c_.fresh_var("any", t.sort()));
        update(known_, [&](Expr p) { return gcl::substitute(c_, p, values); });
      } else if (const Expr e = assumption_of(c_, step)) {
        std::vector<Expr> facts = known_;
        facts.push_back(e);
        if (prover_->satisfiable(facts) == prover::Answer::No) return true;
        update(facts, [](Expr p) { return p; });
      }
    }
    return false;
  }

 private:
  template <class Before>
  void update(const std::vector<Expr>& facts, const Before& before) {
    std::vector<Expr> next;
    for (const Expr p : predicates_) {
      const Expr negated = gcl::mk_not(c_, p);
      if (prover_->entails(facts, before(p)) == prover::Answer::Yes)
        next.push_back(p);
      else if (prover_->entails(facts, before(negated)) == prover::Answer::Yes) {
        next.push_back(negated);
      }
    }
    known_ = std::move(next);
  }

  RandomPath& world_;
  gcl::Context& c_;
  prover::QueryLog log_;
  std::unique_ptr<prover::Prover> prover_;
  std::vector<Expr> predicates_;
  std::vector<Expr> known_;
};

std::vector<Expr> formulas(RandomPath& world, const std::vector<ScopedPredicate>& predicates) {
  gcl::Context& c = world.context();
  std::vector<Expr> result;
  for (const ScopedPredicate& one : predicates) {
    // What globals were on entry: they hold it still where the path starts.
    result.push_back(gcl::read_vars(c, one.expr, [&](Expr var, gcl::Moment moment) {
      return moment == gcl::Moment::Now ? var : c.var("old_" + var.name(), var.sort());
    }));
  }
  return result;
}

TEST_CASE("the predicates refute the path", "[explain][newton][random]") {
  int infeasible = 0;
  int refuted = 0;
  for (std::uint32_t seed = 0; seed < 150; ++seed) {
    RandomPath world(seed, RandomPath::Calls::None);
    prover::QueryLog log;
    const Explanation result = newton(world.context(), world.program(), world.path, {}, log);
    const auto* found = std::get_if<Infeasible>(&result);
    if (found == nullptr) continue;
    ++infeasible;
    if (Cartesian(world, formulas(world, found->predicates)).refutes()) {
      ++refuted;
      continue;
    }
    UNSCOPED_INFO("seed " << seed << " needs more than NEWTON's predicates");
    const auto more =
        predicates_along(world.context(), world.program(), world.path, found->conditions);
    std::vector<ScopedPredicate> all = found->predicates;
    all.insert(all.end(), more.begin(), more.end());
    CHECK(Cartesian(world, formulas(world, all)).refutes());
  }
  CHECK(10 * refuted >= 9 * infeasible);
}

TEST_CASE("random paths within a procedure", "[explain][newton][random]") {
  const Tally tally = check_seeds(0, 150, RandomPath::Calls::None);
  CHECK(tally.feasible >= 30);
  CHECK(tally.infeasible >= 30);
}

TEST_CASE("random paths with calls", "[explain][newton][random]") {
  const Tally tally = check_seeds(1000, 1150, RandomPath::Calls::Some);
  CHECK(tally.feasible >= 30);
  CHECK(tally.infeasible >= 30);
}

}  // namespace
}  // namespace pawl::explain
