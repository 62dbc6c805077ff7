// SPDX-License-Identifier: Apache-2.0
#include "tests/support/truth_table_prover.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>

#include "gcl/traverse.h"
#include "support/assert.h"

namespace pawl::test {

namespace {

using gcl::Expr;
using gcl::Kind;
using TruthTable = std::vector<std::uint64_t>;  // one bit per assignment

void conjoin(TruthTable& table, const TruthTable& other) {
  for (std::size_t w = 0; w < table.size(); ++w) table[w] &= other[w];
}

std::optional<std::size_t> first_assignment(const TruthTable& table) {
  for (std::size_t w = 0; w < table.size(); ++w) {
    if (table[w] != 0) return w * 64 + static_cast<std::size_t>(std::countr_zero(table[w]));
  }
  return std::nullopt;
}

}  // namespace

class TruthTableProver::Tables {
 public:
  explicit Tables(std::vector<Expr> variables) : variables_(std::move(variables)) {
    PAWL_ASSERT(variables_.size() <= 22, "truth tables should stay small");
    words_ = variables_.size() <= 6 ? 1 : std::size_t{1} << (variables_.size() - 6);
    for (std::size_t i = 0; i < variables_.size(); ++i) tables_[variables_[i]] = projection(i);
  }

  const std::vector<Expr>& variables() const { return variables_; }

  TruthTable all() const {
    TruthTable table(words_, ~std::uint64_t{0});
    if (variables_.size() < 6) table[0] = (std::uint64_t{1} << (1u << variables_.size())) - 1;
    return table;
  }

  const TruthTable& of(Expr formula) {
    gcl::post_order(formula, [this](Expr e) {
      if (!tables_.contains(e)) tables_[e] = computed(e);
    });
    return tables_.at(formula);
  }

 private:
  // Assignment number k gives variable i the value of bit i of k.
  TruthTable projection(std::size_t i) const {
    TruthTable table(words_, 0);
    for (std::size_t k = 0; k < words_ * 64; ++k) {
      if (((k >> i) & 1) != 0) table[k / 64] |= std::uint64_t{1} << (k % 64);
    }
    return table;
  }

  static std::uint64_t word(Expr e, const std::vector<const TruthTable*>& args, std::size_t w) {
    const auto arg = [&](std::size_t i) { return (*args[i])[w]; };
    if (e.is_true()) return ~std::uint64_t{0};
    if (e.is_false()) return 0;
    if (e.is(Kind::Not)) return ~arg(0);
    if (e.is(Kind::Implies)) return ~arg(0) | arg(1);
    if (e.is(Kind::Iff)) return ~(arg(0) ^ arg(1));
    if (e.is(Kind::Ite)) return (arg(0) & arg(1)) | (~arg(0) & arg(2));
    PAWL_ASSERT(e.is(Kind::And) || e.is(Kind::Or), "the formula should be Boolean");
    std::uint64_t result = arg(0);
    for (std::size_t i = 1; i < args.size(); ++i) {
      result = e.is(Kind::And) ? result & arg(i) : result | arg(i);
    }
    return result;
  }

  TruthTable computed(Expr e) const {
    std::vector<const TruthTable*> args;
    for (const Expr arg : e.args()) args.push_back(&tables_.at(arg));
    TruthTable table(words_);
    for (std::size_t w = 0; w < words_; ++w) table[w] = word(e, args, w);
    return table;
  }

  std::vector<Expr> variables_;
  std::size_t words_;
  std::unordered_map<Expr, TruthTable> tables_;
};

namespace {

class BooleanModel final : public prover::Model {
 public:
  explicit BooleanModel(std::map<Expr, bool> assignment) : assignment_(std::move(assignment)) {}

  std::optional<gcl::Value> value(Expr e) const override {
    std::unordered_map<Expr, bool> values;
    gcl::post_order(e, [&](Expr node) { values[node] = computed(node, values); });
    return gcl::Value::boolean(values.at(e));
  }
  bool only_candidate() const override { return false; }

 private:
  bool computed(Expr e, const std::unordered_map<Expr, bool>& values) const {
    if (e.is(Kind::Var)) {
      const auto found = assignment_.find(e);
      return found != assignment_.end() && found->second;
    }
    const auto arg = [&](std::size_t i) { return values.at(e.arg(i)); };
    const auto holds = [&](Expr argument) { return values.at(argument); };
    if (e.is_true() || e.is_false()) return e.is_true();
    if (e.is(Kind::Not)) return !arg(0);
    if (e.is(Kind::Implies)) return !arg(0) || arg(1);
    if (e.is(Kind::Iff)) return arg(0) == arg(1);
    if (e.is(Kind::Ite)) return arg(0) ? arg(1) : arg(2);
    if (e.is(Kind::And)) return std::ranges::all_of(e.args(), holds);
    return std::ranges::any_of(e.args(), holds);
  }

  std::map<Expr, bool> assignment_;
};

}  // namespace

TruthTableProver::TruthTableProver(gcl::Context& context) : Prover(context), scopes_(1) {}
TruthTableProver::~TruthTableProver() = default;

prover::Answer TruthTableProver::satisfiable(std::span<const Expr> assumptions) {
  std::vector<Expr> asserted;
  for (const auto& scope : scopes_) asserted.insert(asserted.end(), scope.begin(), scope.end());
  std::vector<Expr> formulas = asserted;
  formulas.insert(formulas.end(), assumptions.begin(), assumptions.end());
  const std::vector<Expr> variables = gcl::free_vars(formulas);
  if (!tables_ || tables_->variables() != variables) tables_ = std::make_unique<Tables>(variables);
  Tables& tables = *tables_;
  TruthTable base = tables.all();
  for (const Expr formula : asserted) conjoin(base, tables.of(formula));

  const auto solution = [&](const std::vector<Expr>& assumed) {
    TruthTable table = base;
    for (const Expr formula : assumed) conjoin(table, tables.of(formula));
    return first_assignment(table);
  };
  core_.assign(assumptions.begin(), assumptions.end());
  assignment_.clear();
  if (const std::optional<std::size_t> found = solution(core_)) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      assignment_[variables[i]] = ((*found >> i) & 1) != 0;
    }
    core_.clear();
    return prover::Answer::Yes;
  }
  for (std::size_t i = core_.size(); i-- > 0;) {
    std::vector<Expr> smaller = core_;
    smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(i));
    if (!solution(smaller)) core_ = std::move(smaller);
  }
  return prover::Answer::No;
}

std::unique_ptr<prover::Model> TruthTableProver::model() {
  return std::make_unique<BooleanModel>(assignment_);
}

}  // namespace pawl::test
