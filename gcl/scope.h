// SPDX-License-Identifier: Apache-2.0
//
// What each name means at the current place of the text. Nothing may hide anything else, so a
// name has at most one meaning at a time, and the table is an array indexed by Name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gcl/program.h"
#include "gcl/reporter.h"
#include "gcl/token.h"

namespace pawl::gcl {

enum class EntityKind : std::uint8_t {
  None,
  Literal,  // of an integer or a bit-vector: its expression is made once
  Builtin,  // bv_add, ...
  Sort,
  Constant,
  Function,
  Global,
  Procedure,
  Parameter,
  Result,
  Local,
  Hidden,  // a local whose block has ended: the name stays taken until the procedure ends
  Bound,
  Skolem,
};

/// "a constant", "the local variable": for messages.
const char* describe(EntityKind kind);

struct Entity {
  EntityKind kind = EntityKind::None;
  std::uint32_t index = 0;  // Function, Procedure: into Signatures; Builtin: into its table
  Expr expr{};  // a variable; null when its declaration was wrong: uses are then not reported
  Sort sort{};  // Sort
  TextRange declared = nowhere;
};

struct FunctionSignature {
  std::string_view name;
  std::vector<Sort> parameters;  // null: not known, because of an error
  Sort result;
};

struct ProcedureSignature {
  std::string_view name;
  std::vector<Sort> parameters;
  std::vector<Sort> results;
  std::vector<Name> modifies;
};

class Scope {
 public:
  explicit Scope(const Names& names) : names_(names) {}

  const Entity& find(Name name) const {
    static const Entity none;
    return name < entities_.size() ? entities_[name] : none;
  }
  Entity& at(Name name) {
    if (name >= entities_.size()) entities_.resize(names_.size());
    return entities_[name];
  }

  /// The name must be free. Undone by leave() of the surrounding mark.
  void declare(Name name, Entity entity);
  using Mark = std::size_t;
  Mark enter() const { return declared_.size(); }
  /// Forgets what was declared since, but locals stay taken as Hidden.
  enum class Locals { Hide, Forget };
  void leave(Mark mark, Locals locals);

  /// The visible variable, constant or function whose name is closest; empty if none is close.
  std::string_view similar(Name name) const;

  std::vector<FunctionSignature> functions;
  std::vector<ProcedureSignature> procedures;

 private:
  const Names& names_;
  std::vector<Entity> entities_;  // by Name
  std::vector<Name> declared_;    // in order
};

}  // namespace pawl::gcl
