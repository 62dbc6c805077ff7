// SPDX-License-Identifier: Apache-2.0
#include "prover/smtlib_printer.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "gcl/kind_info.h"
#include "gcl/triggers.h"
#include "support/assert.h"

namespace pawl::prover {

using gcl::Expr;
using gcl::Kind;

namespace {

bool is_quantifier(Expr e) { return e.is(Kind::Forall) || e.is(Kind::Exists); }

}  // namespace

std::string smtlib_leaf(Expr e, SmtlibSymbols& symbols) {
  if (e.is_true()) return "true";
  if (e.is_false()) return "false";
  if (e.is(Kind::Var) || e.is(Kind::BoundVar)) return symbols.variable(e);
  if (e.is(Kind::Apply)) return symbols.function(e);
  if (e.is(Kind::BitVecConst)) {
    return "(_ bv" + e.text() + " " + std::to_string(e.sort().width()) + ")";
  }
  return e.text().front() == '-' ? "(- " + e.text().substr(1) + ")" : e.text();
}

std::string smtlib_head(Expr e, SmtlibSymbols& symbols) {
  if (e.is(Kind::Apply)) return symbols.function(e);
  const gcl::KindInfo& kind = gcl::info(e.kind());
  PAWL_ASSERT(!kind.smtlib.empty(), "a leaf should have no head");
  std::string name(kind.smtlib);
  if (e.is(Kind::ConstMap)) return "(" + name + " " + symbols.print(e.sort()) + ")";
  if (kind.literals == 0) return name;
  if (e.is(Kind::IntToBv)) return "(_ " + name + " " + std::to_string(e.sort().width()) + ")";
  for (const std::uint32_t index : e.indices()) name += " " + std::to_string(index);
  return "(_ " + name + ")";
}

const std::string* SmtlibPrinter::name_of(Expr e) const {
  if (const auto let = lets_.find(e); let != lets_.end()) return &let->second;
  const auto name = names_.find(e);
  return name == names_.end() ? nullptr : &name->second;
}

std::string SmtlibPrinter::print(Expr root) {
  out_.clear();
  push_body(root);
  while (!stack_.empty()) {
    const Item item = std::move(stack_.back());
    stack_.pop_back();
    switch (item.kind) {
      case Item::Kind::Text: out_ += item.text; break;
      case Item::Kind::Expand: expand(item.term); break;
      case Item::Kind::Term:
        if (const std::string* name = name_of(item.term)) {
          out_ += *name;
        } else {
          expand(item.term);
        }
        break;
      case Item::Kind::Forget:
        for (std::size_t i = 0; i < item.count; ++i) {
          lets_.erase(let_order_.back());
          let_order_.pop_back();
        }
        break;
    }
  }
  return std::exchange(out_, {});
}

void SmtlibPrinter::expand(Expr e) {
  if (is_quantifier(e)) return expand_quantifier(e);
  if (e.args().empty()) {
    out_ += smtlib_leaf(e, symbols_);
    return;
  }
  out_ += "(" + smtlib_head(e, symbols_);
  push_text(")");
  for (std::size_t i = e.args().size(); i-- > 0;) {
    push_term(e.arg(i));
    push_text(" ");
  }
}

void SmtlibPrinter::expand_quantifier(Expr e) {
  out_ += "(" + smtlib_head(e, symbols_) + " (";
  for (std::size_t i = 0; i < e.bound().size(); ++i) {
    const Expr variable = e.bound()[i];
    out_ += (i == 0 ? "(" : " (") + symbols_.variable(variable) + " " +
            symbols_.print(variable.sort()) + ")";
  }
  out_ += ") ";
  const std::vector<std::vector<Expr>> triggers = gcl::usable_triggers(e);
  push_text(triggers.empty() ? ")" : "))");
  for (auto trigger = triggers.rbegin(); trigger != triggers.rend(); ++trigger) {
    push_text(")");
    for (std::size_t i = trigger->size(); i-- > 0;) {
      push_term((*trigger)[i]);
      push_text(i == 0 ? " :pattern (" : " ");
    }
  }
  push_body(e.arg(0));
  if (!triggers.empty()) out_ += "(! ";
}

// match:  body with shared terms t1, t2 (t1 may occur in t2)
// result: (let ((s1 t1)) (let ((s2 t2)) body))
void SmtlibPrinter::push_body(Expr body) {
  const std::vector<Expr> shared = shared_in(body);
  stack_.push_back({Item::Kind::Forget, {}, {}, shared.size()});
  push_text(std::string(shared.size(), ')'));
  if (std::ranges::find(shared, body) != shared.end()) {
    push_term(body);
  } else {
    stack_.push_back({Item::Kind::Expand, {}, body, 0});
  }
  for (auto term = shared.rbegin(); term != shared.rend(); ++term) {
    const std::string name = symbols_.fresh("s");
    push_text(")) ");
    stack_.push_back({Item::Kind::Expand, {}, *term, 0});
    push_text("(let ((" + name + " ");
    lets_.emplace(*term, name);
  }
  let_order_.insert(let_order_.end(), shared.begin(), shared.end());
}

// Only what takes room is worth a name. Sizes are those of the text with names for what has one,
// so what is repeated without a name is small.
std::vector<Expr> SmtlibPrinter::shared_in(Expr body) const {
  constexpr std::size_t worth_a_name = 6;
  struct Seen {
    std::size_t uses = 0;
    std::size_t size = 0;
  };
  std::unordered_map<Expr, Seen> seen;
  std::vector<Expr> order;
  std::vector<Expr> stack{body};
  const auto opaque = [&](Expr e) {
    return e.args().empty() || is_quantifier(e) || (!(e == body) && name_of(e) != nullptr);
  };
  std::unordered_set<Expr> entered;
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (seen.contains(e)) {
      stack.pop_back();
    } else if (!opaque(e) && entered.insert(e).second) {
      stack.insert(stack.end(), e.args().rbegin(), e.args().rend());
    } else {
      stack.pop_back();
      seen[e] = {};
      order.push_back(e);
    }
  }
  for (const Expr e : order) {
    if (opaque(e)) continue;
    for (const Expr arg : e.args()) ++seen.at(arg).uses;
  }
  std::vector<Expr> shared;
  for (const Expr e : order) {
    Seen& here = seen.at(e);
    here.size = 1;
    if (!opaque(e)) {
      for (const Expr arg : e.args()) here.size += seen.at(arg).size;
    } else if (is_quantifier(e)) {
      here.size = worth_a_name;
    }
    if (here.uses > 1 && here.size >= worth_a_name && (e == body || name_of(e) == nullptr)) {
      shared.push_back(e);
      here.size = 1;
    }
  }
  return shared;
}

}  // namespace pawl::prover
