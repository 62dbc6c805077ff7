// SPDX-License-Identifier: Apache-2.0
//
// What the table of operators says is what the parser, the printer and the type checker do.
#include "gcl/kind_info.h"

#include <catch2/catch.hpp>

#include "gcl/builtin.h"
#include "gcl/copy_node.h"
#include "gcl/infix.h"
#include "gcl/printer.h"

namespace pawl::gcl {
namespace {

/// Operands of the sorts that the kind wants.
std::vector<Expr> operands(Context& c, const KindInfo& kind) {
  const Sort bits = c.bitvec_sort(8);
  const Sort map = c.map_sort(c.int_sort(), c.real_sort());
  const auto same = [&](Sort sort) { return std::vector<Expr>(kind.arguments, c.var("x", sort)); };
  switch (kind.signature) {
    case Signature::Bools: return same(c.bool_sort());
    case Signature::Ints:
    case Signature::IntOrder:
    case Signature::IntToReal:
    case Signature::Equation:
    case Signature::Same: return same(c.int_sort());
    case Signature::Reals:
    case Signature::RealOrder:
    case Signature::RealToInt: return same(c.real_sort());
    case Signature::Choice:
      return {c.var("p", c.bool_sort()), c.var("x", c.int_sort()), c.var("y", c.int_sort())};
    case Signature::Read: return {c.var("m", map), c.var("k", c.int_sort())};
    case Signature::Update:
      return {c.var("m", map), c.var("k", c.int_sort()), c.var("v", c.real_sort())};
    case Signature::Bits:
    case Signature::BitsOrder:
    case Signature::Concatenation:
    case Signature::BitsToInt: return same(bits);
    case Signature::Own: break;
  }
  return {};
}

TEST_CASE("operators: an infix symbol is read as the kind it stands for", "[gcl][kinds]") {
  std::size_t found = 0;
  for (const KindInfo& kind : all_kinds()) {
    if (kind.form != Form::Infix) continue;
    INFO(kind.name);
    const bool read = [&] {
      for (std::size_t tok = 0; tok < tok_count; ++tok) {
        const Infix* infix = find_infix(static_cast<Tok>(tok));
        if (infix == nullptr || spelling(static_cast<Tok>(tok)) != kind.symbol) continue;
        CHECK(infix->level == kind.level);
        CHECK(infix->is_chain == (kind.more == KindInfo::More::Yes));
        return infix->plain == kind.kind || infix->reals == kind.kind;
      }
      return false;
    }();
    CHECK(read);
    ++found;
  }
  CHECK(found > 15);
  CHECK(find_infix(Tok::Bang) == nullptr);
  CHECK(find_infix(Tok::Greater)->plain == Kind::Lt);
}

TEST_CASE("operators: functions are built in, with their numbers of arguments", "[gcl][kinds]") {
  for (const Builtin& one : builtins()) {
    CHECK(info(one.kind).symbol == one.name);
    CHECK(is_reserved(one.name));
    CHECK(one.arguments == info(one.kind).arguments);
  }
  CHECK(builtins().size() > 20);
}

TEST_CASE("operators: nodes of every kind can be made, and made anew elsewhere", "[gcl][kinds]") {
  Context here, there;
  std::size_t made = 0;
  for (const KindInfo& kind : all_kinds()) {
    if (kind.signature == Signature::Own) continue;
    INFO(kind.name);
    const Expr e = here.make(kind.kind, operands(here, kind));
    const Expr copy = copy_node(there, e, {.sort = {}, .args = operands(there, kind)});
    CHECK(print(copy) == print(e));
    if (kind.form != Form::Leaf) CHECK(here.with_args(e, e.args()) == e);
    ++made;
  }
  CHECK(made > 40);
}

}  // namespace
}  // namespace pawl::gcl
