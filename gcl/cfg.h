// SPDX-License-Identifier: Apache-2.0
//
// Control-flow graphs: what a front end makes of code with gotos, and how that becomes the
// structured statements everything else speaks. Structuring goes by dominators [Ramsey22]; a graph
// that is not reducible has no such form and is reported.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "gcl/stmt.h"
#include "support/diagnostic.h"

namespace pawl::gcl {

using BlockId = std::size_t;

struct Goto {
  BlockId target = 0;
};
struct Branch {
  std::optional<Located> condition;  // absent: `*`
  BlockId then_target = 0;
  BlockId else_target = 0;
  SourceRange range = {};  // of what is tested, if that is `*`
};
/// The code ends normally here: it falls out of the structured block.
struct Finish {};
/// Nothing runs on from here (after `assume false`, or a loop that cannot be left).
struct Halt {};

struct BasicBlock {
  Block statements;  // straight-line: no If, While, LabeledBlock or Exit at the top
  std::variant<Goto, Branch, Finish, Halt> end = Halt{};
  SourceRange range;  // of the whole construct when it heads a loop: keyword to closing brace
  /// The clauses of the loop that this block heads, if it turns out to head one. `body` and
  /// `condition` are not used.
  While clauses;
};

struct Cfg {
  std::vector<BasicBlock> blocks;
  BlockId entry = 0;
};

/// Gives every loop one entry: a block that looks up in an integer variable, which `variable`
/// makes, which of several is meant. Nothing happens to a graph that is reducible. The clauses of
/// the old entries stay with them and are lost if they head no loop of their own.
void make_reducible(Context& context, Cfg& cfg, const std::function<Expr()>& variable);

/// The same runs as structured code, every block written once:
///  - blocks that cannot be reached are dropped, as are branches that decide nothing;
///  - `if c {} else { assert false; <halt> }` is `assert c`, at the place of `assert false`; it and
///    `if c {} else { <halt> }`, which is `assume c`, are the only code that may be repeated;
///  - a loop whose head only assumes and branches out of the loop is `while c`, with the
///    assumptions first in the body and after the loop; others are `while true` with exits;
///  - what has left a loop follows it, so that a body changes what the loop changes;
///  - labels only where an exit needs them.
/// Labels start with `label_stem`. nullopt: irreducible, reported at the place of a jump into
/// the loop, or too deeply nested. Time is near-linear, whatever the shape.
std::optional<Block> structure(Context& context, Cfg cfg, std::string_view label_stem,
                               Diagnostics& diagnostics);

}  // namespace pawl::gcl
