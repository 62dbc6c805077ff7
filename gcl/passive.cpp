// SPDX-License-Identifier: Apache-2.0
//
// One walk renames; an `exit` cannot know yet which versions its block will join to, so a second
// walk, in the same order, puts the equations in front of the exits. Version ids grow with
// creation, so "the highest version" is the one with the largest id. Recursion over blocks is
// bounded by the parser's nesting limit.
#include "gcl/passive.h"

#include <algorithm>
#include <set>

#include "gcl/build.h"
#include "gcl/make_stmt.h"
#include "gcl/moments.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

using Equations = std::vector<Expr>;

template <class T>
T& at_index(std::vector<T>& vector, std::size_t index) {
  if (index >= vector.size()) vector.resize(index + 1);
  return vector[index];
}

class Passivizer {
 public:
  Passivizer(Context& context, const Env& initial) : context_(context), env_(initial) {}

  Passive operator()(const Block& command) {
    block(command, result_.body);
    result_.exit_env = env_;
    for (const auto& [label, sites] : free_exits_) {
      Joined joined = join(envs_of(sites));
      store(sites, joined);
      result_.label_env.emplace(label, joined.env);
    }
    insert_equations(result_.body);
    std::ranges::sort(result_.versions, std::less<>{});
    return std::move(result_);
  }

 private:
  struct ExitSite {
    Env env;
    Equations equations;
  };
  struct Joined {
    Env env;
    std::vector<Equations> equations;  // for each that arrives, in order
  };
  struct Frame {
    std::string label;
    std::vector<std::size_t> sites;  // live exits to it
  };

  void block(const Block& source, Block& out) {
    out.reserve(source.size());
    for (const Stmt& stmt : source) statement(stmt, out);
  }

  void statement(const Stmt& stmt, Block& out) {
    std::visit(overloaded{
                   [&](const Assert& assertion) {
                     if (assertion.obligation) {
                       at_index(result_.obligation_env, *assertion.obligation) = env_;
                     }
                     const Located condition = read(assertion.condition);
                     out.push_back({Assert{condition, assertion.obligation}, stmt.range});
                   },
                   [&](const Assume& assume) {
                     if (assume.point) at_index(result_.point_env, *assume.point) = env_;
                     const Located condition = read(assume.condition);
                     out.push_back({Assume{condition, assume.point}, stmt.range});
                     if (condition.expr.is_false()) live_ = false;
                   },
                   [&](const Assign& assign) { assignment(assign, stmt.range, out); },
                   [&](const Havoc& havoc) {
                     for (const Expr target : havoc.targets) new_version(target);
                   },
                   [&](const Choice& choice) { branches(choice, stmt.range, out); },
                   [&](const LabeledBlock& labeled) { labeled_block(labeled, stmt.range, out); },
                   [&](const Exit& exit) {
                     leave(exit);
                     out.push_back(stmt);
                   },
                   [](const If&) { PAWL_UNREACHABLE("an `if` should have been desugared"); },
                   [](const While&) { PAWL_UNREACHABLE("a loop should have been desugared"); },
                   [](const Call&) { PAWL_UNREACHABLE("a call should have been desugared"); },
               },
               stmt.node);
  }

  Located read(const Located& e) { return {in_state(context_, e.expr, env_), e.range}; }

  Expr new_version(Expr var) {
    const std::string stem = var.name() + "@" + std::to_string(++counts_[var]);
    const Expr version = context_.fresh_var(stem, var.sort());
    result_.versions.push_back(version);
    result_.variable_of.emplace(version, var);
    env_.set(var, version);
    return version;
  }

  // All values are read before any target changes.
  void assignment(const Assign& assign, SourceRange range, Block& out) {
    std::vector<Expr> values;
    values.reserve(assign.values.size());
    for (const Located& value : assign.values) values.push_back(read(value).expr);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Expr version = new_version(assign.targets[i]);
      out.push_back(make_assume({equation(version, values[i]), range}));
    }
  }

  Expr equation(Expr left, Expr right) {
    return context_.make(left.sort().is_bool() ? Kind::Iff : Kind::Eq, {left, right});
  }

  void branches(const Choice& choice, SourceRange range, Block& out) {
    const Env before = env_;
    const bool live_before = live_;
    Choice result;
    std::vector<Env> arriving;
    std::vector<std::size_t> live_branches;
    for (std::size_t i = 0; i < choice.branches.size(); ++i) {
      env_ = before;
      live_ = live_before;
      block(choice.branches[i], result.branches.emplace_back());
      if (!live_) continue;
      arriving.push_back(env_);
      live_branches.push_back(i);
    }
    const Joined joined = continue_from(arriving);
    for (std::size_t i = 0; i < live_branches.size(); ++i) {
      append(joined.equations[i], range, result.branches[live_branches[i]]);
    }
    out.push_back({std::move(result), range});
  }

  void labeled_block(const LabeledBlock& labeled, SourceRange range, Block& out) {
    frames_.push_back({labeled.label, {}});
    LabeledBlock result{labeled.label, {}};
    block(labeled.body, result.body);
    const std::vector<std::size_t> sites = std::move(frames_.back().sites);
    frames_.pop_back();
    std::vector<Env> arriving = envs_of(sites);
    const bool falls_through = live_;
    if (falls_through) arriving.push_back(env_);
    const Joined joined = continue_from(arriving);
    store(sites, joined);
    if (falls_through) append(joined.equations.back(), range, result.body);
    out.push_back({std::move(result), range});
  }

  void leave(const Exit& exit) {
    const std::size_t site = sites_.size();
    sites_.push_back({env_, {}});
    if (live_) {
      const auto frame = std::find_if(frames_.rbegin(), frames_.rend(),
                                      [&](const Frame& f) { return f.label == exit.label; });
      (frame != frames_.rend() ? frame->sites : free_exits_[exit.label]).push_back(site);
    }
    live_ = false;
  }

  /// With nothing arriving the code that follows is dead and keeps the current Env.
  Joined continue_from(const std::vector<Env>& arriving) {
    live_ = !arriving.empty();
    Joined joined = join(arriving);
    if (live_) env_ = joined.env;
    return joined;
  }

  Joined join(const std::vector<Env>& arriving) {
    Joined joined;
    joined.equations.resize(arriving.size());
    if (arriving.empty()) return joined;
    joined.env = arriving.front();
    std::set<Expr> differing;
    for (const Env& env : arriving) {
      for (const Expr var : Env::difference(arriving.front(), env)) differing.insert(var);
    }
    for (const Expr var : differing) {
      Expr highest = arriving.front().version(var);
      for (const Env& env : arriving) highest = std::max(highest, env.version(var), std::less<>{});
      joined.env.set(var, highest);
      for (std::size_t i = 0; i < arriving.size(); ++i) {
        const Expr version = arriving[i].version(var);
        if (!(version == highest)) joined.equations[i].push_back(equation(highest, version));
      }
    }
    return joined;
  }

  std::vector<Env> envs_of(const std::vector<std::size_t>& sites) const {
    std::vector<Env> envs;
    envs.reserve(sites.size());
    for (const std::size_t site : sites) envs.push_back(sites_[site].env);
    return envs;
  }

  void store(const std::vector<std::size_t>& sites, const Joined& joined) {
    for (std::size_t i = 0; i < sites.size(); ++i) {
      sites_[sites[i]].equations = joined.equations[i];
    }
  }

  static void append(const Equations& equations, SourceRange range, Block& out) {
    for (const Expr formula : equations) out.push_back(make_assume({formula, range}));
  }

  void insert_equations(Block& block) {
    Block result;
    result.reserve(block.size());
    for (Stmt& stmt : block) {
      if (auto* choice = std::get_if<Choice>(&stmt.node)) {
        for (Block& branch : choice->branches) insert_equations(branch);
      } else if (auto* labeled = std::get_if<LabeledBlock>(&stmt.node)) {
        insert_equations(labeled->body);
      } else if (std::holds_alternative<Exit>(stmt.node)) {
        append(sites_[next_site_++].equations, stmt.range, result);
      }
      result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

  Context& context_;
  Env env_;
  bool live_ = true;  // can the current place be reached, judging by control flow alone?
  std::vector<Frame> frames_;
  std::map<std::string, std::vector<std::size_t>> free_exits_;
  std::vector<ExitSite> sites_;  // every `exit`, in text order
  std::size_t next_site_ = 0;
  std::unordered_map<Expr, std::uint32_t> counts_;
  Passive result_;
};

}  // namespace

Expr in_state(Context& context, Expr e, const Env& env) {
  return read_vars(context, e, [&](Expr var, Moment moment) {
    PAWL_ASSERT(moment != Moment::Entry, "entry(e) should have become a ghost");
    return moment == Moment::Old ? var : env.version(var);
  });
}

Passive make_passive(Context& context, const Desugared& desugared) {
  Passive passive = make_passive(context, desugared.body, {});
  passive.point_env.resize(desugared.points.size());
  passive.obligation_env.resize(desugared.obligations.size());
  return passive;
}

Passive make_passive(Context& context, const Block& command, const Env& initial) {
  return Passivizer(context, initial)(command);
}

}  // namespace pawl::gcl
