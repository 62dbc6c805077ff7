// SPDX-License-Identifier: Apache-2.0
#include "slam/variable_order.h"

#include <catch2/catch.hpp>
#include <vector>

#include "slam/bebop.h"
#include "tests/support/parsed_bp.h"

using namespace pawl;
using namespace pawl::slam;
using pawl::test::ParsedBp;

namespace {

using Order = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("an order is known by the names of variables", "[slam][order]") {
  const ParsedBp before("decl g; void main() begin decl a; g := a; end");
  CHECK(bdd_order(before.program, {}) == Order{0, 1, 2, 3, 4, 5});
  const VariableOrder known = named_order(before.program, Order{5, 0, 3, 1, 4, 2});
  CHECK(bdd_order(before.program, known) == Order{5, 0, 3, 1, 4, 2});
  // a moves to another slot; b and h follow the slots before them.
  const ParsedBp after("decl g, h; void main() begin decl b, a; g := a; end");
  CHECK(bdd_order(after.program, known) == Order{11, 0, 9, 1, 10, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("where procedures share a slot, the one with most variables decides", "[slam][order]") {
  const ParsedBp before("void main() begin decl x; skip; end void f() begin decl a, b; skip; end");
  const VariableOrder known = named_order(before.program, Order{3, 4, 5, 0, 1, 2});
  const ParsedBp after(
      "void main() begin decl x; skip; end void f() begin decl b, a, c; skip; end");
  CHECK(bdd_order(after.program, known) == Order{0, 1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("a program without variables has an order, too", "[slam][order]") {
  const ParsedBp parsed("void main() begin skip; end");
  BebopOptions options;
  options.order.emplace();
  const BebopResult result = bebop(parsed.program, options);
  CHECK(result.verdict == BebopVerdict::Safe);
  CHECK(result.order.levels.empty());
}
