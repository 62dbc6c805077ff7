// SPDX-License-Identifier: Apache-2.0
//
// Random testing with numbers of the text, as fuzzers do it, and sequences in order, on which what
// sorts or searches takes its shortest ways.
#include "check/trials.h"

#include <algorithm>

#include "gcl/traverse.h"

namespace pawl::check {
namespace {

using gcl::Expr;
using gcl::Integer;
using gcl::Value;

constexpr std::size_t most_numbers = 200;

class OfText final : public gcl::Chooser {
 public:
  OfText(std::uint64_t seed, const std::vector<Integer>& numbers)
      : small_(seed), numbers_(numbers) {}

  Value initial(Expr var) override { return value(var.sort()); }
  Value havoc(Expr var) override { return value(var.sort()); }
  std::size_t branch(std::size_t branches) override { return small_.below(branches); }
  Value function(const std::string&, gcl::Sort result, std::span<const Value>) override {
    return value(result);
  }

 private:
  Value value(gcl::Sort sort) {
    const bool of_text = sort.is_int() && !numbers_.empty() && small_.below(2) == 0;
    return of_text ? Value::integer(numbers_[small_.below(numbers_.size())]) : small_.value(sort);
  }

  gcl::SeededChooser small_;
  const std::vector<Integer>& numbers_;
};

class InOrder final : public gcl::Chooser {
 public:
  InOrder(std::uint64_t seed, std::int64_t step) : small_(seed), step_(step) {}

  Value initial(Expr var) override { return small_.value(var.sort()); }
  Value havoc(Expr var) override {
    if (!var.sort().is_int()) return small_.value(var.sort());
    last_ += step_;
    return Value::integer(last_);
  }
  std::size_t branch(std::size_t branches) override { return small_.below(branches); }
  Value function(const std::string&, gcl::Sort result, std::span<const Value>) override {
    return small_.value(result);
  }

 private:
  gcl::SeededChooser small_;
  std::int64_t step_;
  std::int64_t last_ = 0;
};

void collect(const gcl::Block& block, std::vector<Expr>& tests) {
  const auto add = [&](const gcl::Located& one) { tests.push_back(one.expr); };
  gcl::for_each_stmt(block, [&](const gcl::Stmt& stmt) {
    if (const auto* s = std::get_if<gcl::Assert>(&stmt.node)) add(s->condition);
    if (const auto* s = std::get_if<gcl::Assume>(&stmt.node)) add(s->condition);
    if (const auto* s = std::get_if<gcl::If>(&stmt.node); s != nullptr && s->condition) {
      add(*s->condition);
    }
    if (const auto* s = std::get_if<gcl::While>(&stmt.node); s != nullptr && s->condition) {
      add(*s->condition);
    }
    if (const auto* s = std::get_if<gcl::Assign>(&stmt.node)) {
      for (const gcl::Located& one : s->values) add(one);
    }
  });
}

}  // namespace

std::vector<Integer> numbers_of_text(const gcl::Procedure& procedure) {
  std::vector<Expr> roots;
  for (const gcl::Located& one : procedure.requires_) roots.push_back(one.expr);
  for (const gcl::Located& one : procedure.ensures) roots.push_back(one.expr);
  if (procedure.body) collect(*procedure.body, roots);
  std::vector<Integer> numbers;
  gcl::post_order(roots, [&](Expr e) {
    if (!e.is(gcl::Kind::IntConst)) return;
    const Integer value(e.text());
    for (const std::int64_t beside : {-1, 0, 1}) numbers.push_back(value + Integer(beside));
  });
  std::ranges::sort(numbers);
  const auto repeated = std::ranges::unique(numbers);
  numbers.erase(repeated.begin(), repeated.end());
  if (numbers.size() > most_numbers) numbers.clear();  // a table, and no limits
  return numbers;
}

std::unique_ptr<gcl::Chooser> make_trial(Inputs inputs, std::uint64_t seed,
                                         const std::vector<Integer>& numbers) {
  switch (inputs) {
    case Inputs::OfText: return std::make_unique<OfText>(seed, numbers);
    case Inputs::Rising: return std::make_unique<InOrder>(seed, 1);
    case Inputs::Falling: return std::make_unique<InOrder>(seed, -1);
    case Inputs::Small: break;
  }
  return std::make_unique<gcl::SeededChooser>(seed);
}

}  // namespace pawl::check
