// SPDX-License-Identifier: Apache-2.0
#include "gcl/scope.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "support/assert.h"

namespace pawl::gcl {
namespace {

/// Levenshtein's, for names of at most `max_length` bytes.
constexpr std::size_t max_length = 64;

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::array<std::size_t, max_length + 1> row{};
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

bool is_suggested(EntityKind kind) {
  switch (kind) {
    case EntityKind::None:
    case EntityKind::Literal:
    case EntityKind::Hidden: return false;
    case EntityKind::Builtin:
    case EntityKind::Sort:
    case EntityKind::Constant:
    case EntityKind::Function:
    case EntityKind::Global:
    case EntityKind::Procedure:
    case EntityKind::Parameter:
    case EntityKind::Result:
    case EntityKind::Local:
    case EntityKind::Bound:
    case EntityKind::Skolem: return true;
  }
  return false;
}

}  // namespace

const char* describe(EntityKind kind) {
  switch (kind) {
    case EntityKind::None: return "unknown name";
    case EntityKind::Literal: return "literal";
    case EntityKind::Builtin: return "built-in function";
    case EntityKind::Sort: return "sort";
    case EntityKind::Constant: return "constant";
    case EntityKind::Function: return "function";
    case EntityKind::Global: return "global variable";
    case EntityKind::Procedure: return "procedure";
    case EntityKind::Parameter: return "parameter";
    case EntityKind::Result: return "result";
    case EntityKind::Local: return "local variable";
    case EntityKind::Hidden: return "local variable of another block";
    case EntityKind::Bound: return "bound variable";
    case EntityKind::Skolem: return "skolem constant";
  }
  return "name";
}

void Scope::declare(Name name, Entity entity) {
  Entity& slot = at(name);
  PAWL_ASSERT(slot.kind == EntityKind::None, "a declared name should be free");
  slot = std::move(entity);
  declared_.push_back(name);
}

void Scope::leave(Mark mark, Locals locals) {
  std::size_t kept = mark;
  for (std::size_t i = mark; i < declared_.size(); ++i) {
    const Name name = declared_[i];
    Entity& entity = entities_[name];
    const bool is_local = entity.kind == EntityKind::Local || entity.kind == EntityKind::Hidden;
    if (locals == Locals::Hide && is_local) {
      entity.kind = EntityKind::Hidden;
      declared_[kept++] = name;  // the procedure's own leave() frees it
    } else {
      entity = Entity{};
    }
  }
  declared_.resize(kept);
}

std::string_view Scope::similar(Name name) const {
  const std::string_view wanted = names_.text(name);
  std::string_view best;
  std::size_t best_distance = wanted.size() / 3;  // with more differences it is another word
  if (wanted.size() > max_length || best_distance == 0) return {};
  for (std::size_t i = 0; i < entities_.size(); ++i) {
    const std::string_view candidate = names_.text(static_cast<Name>(i));
    if (i == name || !is_suggested(entities_[i].kind) || candidate.size() > max_length) continue;
    const std::size_t shorter = std::min(candidate.size(), wanted.size());
    if (std::max(candidate.size(), wanted.size()) - shorter > best_distance) continue;
    const std::size_t distance = edit_distance(wanted, candidate);
    if (distance < best_distance || (distance == best_distance && best.empty())) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace pawl::gcl
