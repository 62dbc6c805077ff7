// SPDX-License-Identifier: Apache-2.0
//
// The operators of SMT-LIB's Core, Ints and ArraysEx, with the numbers of arguments they may have
// there: (< a b c) is a chain, (- a b c) goes to the left, (=> a b c) to the right.
#include "frontends/clauses/operators.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <vector>

#include "gcl/build.h"

namespace pawl::frontend::clauses {
namespace {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;
using Args = std::span<const Expr>;

enum class Takes { Bools, Ints, Alike, Choice, Read, Update };

struct Operator {
  std::string_view name;
  Takes takes;
  std::size_t least;
  std::size_t most;
  Expr (*make)(Context&, Args);
};

constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

/// All neighbours, or all pairs.
template <class Make>
Expr chain(Context& c, Args args, Make make) {
  std::vector<Expr> links;
  for (std::size_t i = 0; i + 1 < args.size(); ++i) links.push_back(make(args[i], args[i + 1]));
  return gcl::mk_and(c, links);
}

template <class Make>
Expr to_the_left(Args args, Make make) {
  Expr result = args.front();
  for (const Expr arg : args.subspan(1)) result = make(result, arg);
  return result;
}

Expr equal(Context& c, Args args) {
  return chain(c, args, [&](Expr a, Expr b) { return gcl::mk_eq(c, a, b); });
}
Expr distinct(Context& c, Args args) {
  std::vector<Expr> pairs;
  for (std::size_t i = 0; i < args.size(); ++i) {
    for (std::size_t j = i + 1; j < args.size(); ++j) {
      pairs.push_back(gcl::mk_not(c, gcl::mk_eq(c, args[i], args[j])));
    }
  }
  return gcl::mk_and(c, pairs);
}
Expr implies(Context& c, Args args) {
  Expr result = args.back();
  for (std::size_t i = args.size() - 1; i-- > 0;) result = gcl::mk_implies(c, args[i], result);
  return result;
}
Expr exclusive(Context& c, Args args) {
  return to_the_left(args, [&](Expr a, Expr b) { return gcl::mk_not(c, gcl::mk_eq(c, a, b)); });
}
Expr less(Context& c, Args args) {
  return chain(c, args, [&](Expr a, Expr b) { return gcl::mk_lt(c, a, b); });
}
Expr at_most(Context& c, Args args) {
  return chain(c, args, [&](Expr a, Expr b) { return gcl::mk_le(c, a, b); });
}
Expr greater(Context& c, Args args) {
  return chain(c, args, [&](Expr a, Expr b) { return gcl::mk_lt(c, b, a); });
}
Expr at_least(Context& c, Args args) {
  return chain(c, args, [&](Expr a, Expr b) { return gcl::mk_le(c, b, a); });
}
Expr negative(Context& c, Expr a) {
  if (!a.is(Kind::IntConst)) return c.make(Kind::Neg, {a});
  return a.text().front() == '-' ? c.int_const(a.text().substr(1)) : c.int_const("-" + a.text());
}
Expr minus(Context& c, Args args) {
  if (args.size() == 1) return negative(c, args[0]);
  return to_the_left(args, [&](Expr a, Expr b) { return gcl::mk_sub(c, a, b); });
}
Expr plus(Context& c, Args args) {
  return to_the_left(args, [&](Expr a, Expr b) { return gcl::mk_add(c, a, b); });
}
Expr times(Context& c, Args args) { return args.size() == 1 ? args[0] : c.make(Kind::Mul, args); }
Expr divided(Context& c, Args args) {
  return to_the_left(args, [&](Expr a, Expr b) { return c.make(Kind::Div, {a, b}); });
}
Expr remainder(Context& c, Args args) { return c.make(Kind::Mod, args); }
Expr absolute(Context& c, Args args) {
  return gcl::mk_ite(c, gcl::mk_le(c, c.int_const(0), args[0]), args[0], negative(c, args[0]));
}

constexpr std::array operators = {
    Operator{"not", Takes::Bools, 1, 1, [](Context& c, Args a) { return gcl::mk_not(c, a[0]); }},
    Operator{"and", Takes::Bools, 0, any, [](Context& c, Args a) { return gcl::mk_and(c, a); }},
    Operator{"or", Takes::Bools, 0, any, [](Context& c, Args a) { return gcl::mk_or(c, a); }},
    Operator{"=>", Takes::Bools, 2, any, implies},
    Operator{"xor", Takes::Bools, 2, any, exclusive},
    Operator{"=", Takes::Alike, 2, any, equal},
    Operator{"distinct", Takes::Alike, 2, any, distinct},
    Operator{"ite", Takes::Choice, 3, 3,
             [](Context& c, Args a) { return gcl::mk_ite(c, a[0], a[1], a[2]); }},
    Operator{"<", Takes::Ints, 2, any, less},
    Operator{"<=", Takes::Ints, 2, any, at_most},
    Operator{">", Takes::Ints, 2, any, greater},
    Operator{">=", Takes::Ints, 2, any, at_least},
    Operator{"+", Takes::Ints, 1, any, plus},
    Operator{"-", Takes::Ints, 1, any, minus},
    Operator{"*", Takes::Ints, 1, any, times},
    Operator{"div", Takes::Ints, 2, any, divided},
    Operator{"mod", Takes::Ints, 2, 2, remainder},
    Operator{"abs", Takes::Ints, 1, 1, absolute},
    Operator{"select", Takes::Read, 2, 2,
             [](Context& c, Args a) { return gcl::mk_select(c, a[0], a[1]); }},
    Operator{"store", Takes::Update, 3, 3,
             [](Context& c, Args a) { return gcl::mk_store(c, a[0], a[1], a[2]); }}};

bool alike(Args args) {
  return std::ranges::all_of(args, [&](Expr e) { return e.sort() == args[0].sort(); });
}

bool fits(Takes takes, Args args) {
  switch (takes) {
    case Takes::Bools: return std::ranges::all_of(args, [](Expr e) { return e.sort().is_bool(); });
    case Takes::Ints: return std::ranges::all_of(args, [](Expr e) { return e.sort().is_int(); });
    case Takes::Alike: return alike(args);
    case Takes::Choice: return args[0].sort().is_bool() && alike(args.subspan(1));
    case Takes::Read: return args[0].sort().is_map() && args[1].sort() == args[0].sort().key();
    case Takes::Update:
      return args[0].sort().is_map() && args[1].sort() == args[0].sort().key() &&
             args[2].sort() == args[0].sort().value();
  }
  return false;
}

const char* wanted(Takes takes) {
  switch (takes) {
    case Takes::Bools: return "conditions";
    case Takes::Ints: return "integers";
    case Takes::Alike: return "arguments of one sort";
    case Takes::Choice: return "a condition and two values of one sort";
    case Takes::Read: return "an array and an index of it";
    case Takes::Update: return "an array, an index and an element of it";
  }
  return "";
}

}  // namespace

bool is_operator(std::string_view name) {
  return std::ranges::find(operators, name, &Operator::name) != operators.end();
}

gcl::Expr apply_operator(gcl::Context& context, std::string_view name,
                         std::span<const gcl::Expr> args, std::string& complaint) {
  const auto* found = std::ranges::find(operators, name, &Operator::name);
  if (found == operators.end()) return {};
  if (args.size() < found->least || args.size() > found->most) {
    complaint = "'" + std::string(name) + "' does not take " + std::to_string(args.size()) +
                (args.size() == 1 ? " argument" : " arguments");
    return {};
  }
  if (!fits(found->takes, args)) {
    complaint = "'" + std::string(name) + "' takes " + wanted(found->takes);
    return {};
  }
  return found->make(context, args);
}

}  // namespace pawl::frontend::clauses
