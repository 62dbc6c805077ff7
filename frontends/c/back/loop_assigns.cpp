// SPDX-License-Identifier: Apache-2.0
//
// An IL loop changes IL variables. One that is a C variable of its own is named; in a map that many
// objects share, the stores say which objects are meant. That nothing else changes is a matter of
// the text of the body (gcl/targets.h); that only a part of an array does has been proved.
#include "frontends/c/back/loop_assigns.h"

#include <algorithm>
#include <set>

#include "frontends/c/back/assigned_text.h"
#include "gcl/targets.h"

namespace pawl::frontend::c {
namespace {

using gcl::Expr;
using gcl::Kind;

/// The first keys of all stores into `map`; nothing if it changes in another way too.
std::optional<std::vector<Expr>> stored_objects(const gcl::Block& body, Expr map) {
  std::vector<Expr> objects;
  bool known = true;
  gcl::for_each_stmt(body, [&](const gcl::Stmt& stmt) {
    if (const auto* assign = std::get_if<gcl::Assign>(&stmt.node)) {
      for (std::size_t i = 0; i < assign->targets.size(); ++i) {
        if (assign->targets[i] != map) continue;
        const Expr value = assign->values[i].expr;
        const bool store = value.is(Kind::Store) && value.arg(0) == map;
        known &= store;
        if (store && std::ranges::find(objects, value.arg(1)) == objects.end()) {
          objects.push_back(value.arg(1));
        }
      }
    } else if (const auto* havoc = std::get_if<gcl::Havoc>(&stmt.node)) {
      known &= std::ranges::find(havoc->targets, map) == havoc->targets.end();
    } else if (std::holds_alternative<gcl::Call>(stmt.node)) {
      known = false;
    }
  });
  if (!known) return std::nullopt;
  return objects;
}

}  // namespace

Assigned assigned_locations(const gcl::Program& program, const gcl::While& loop,
                            const SourceScope& scope, const Certified& certified,
                            const std::vector<gcl::MapRange>& ranges) {
  const std::vector<Expr> targets = gcl::targets(program, loop.body);
  std::set<std::string> changed;
  for (const Expr target : targets) changed.insert(target.name());
  std::set<std::string> locations;
  std::string unbounded;
  const auto add = [&](const AssignedText& one) {
    if (!one.text.empty()) locations.insert(one.text);
    if (!one.unbounded.empty()) unbounded = one.unbounded;
    return !one.text.empty();
  };
  for (const Expr target : targets) {
    if (scope.inner.contains(target.name())) continue;
    const auto range = std::ranges::find(ranges, target, &gcl::MapRange::map);
    const bool is_part =
        range != ranges.end() && add({assigned_range(*range, scope, changed, certified)});
    if (is_part || add(assigned_text(target, Expr(), scope, changed, certified))) continue;
    const auto objects = stored_objects(loop.body, target);
    const bool named =
        target.sort().is_map() && objects && std::ranges::all_of(*objects, [&](Expr object) {
          return add(assigned_text(target, object, scope, changed, certified));
        });
    if (named) continue;
    return {std::nullopt, unbounded};
  }
  return {std::vector<std::string>(locations.begin(), locations.end())};
}

}  // namespace pawl::frontend::c
