// SPDX-License-Identifier: Apache-2.0
//
// A typestate specification, woven in.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "frontends/slic/spec.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class TypestateEvents {
 public:
  explicit TypestateEvents(const Rooms& rooms);

  struct Watched {
    std::vector<Value> arguments;
    gcl::Expr result;
    Pointer result_pointer{};
  };

  bool watched(const clang::FunctionDecl* function) const;
  void check_events();
  void initialise_state();
  bool is_state(const std::string& global) const;
  /// By name: a call of a builtin or of any other function, with what the events do.
  void call_direct(const clang::CallExpr* e, const clang::FunctionDecl* callee);
  void root_event(const clang::FunctionDecl* function, slic::Moment moment);

 private:
  gcl::Expr state_variable(std::size_t index, Part part);
  Watched evaluate_arguments(const clang::CallExpr* e, const std::string& function);
  void happen(const std::string& function, slic::Moment moment, const Watched& values);
  void happen(const slic::Body& body, const Watched& values, const SourceRange& range);
  void set_state(std::size_t variable, const std::optional<slic::Expression>& object,
                 const slic::Expression& value, const Watched& values);
  gcl::Expr state_of(std::size_t variable, const slic::Expression& object, const Watched& values);
  gcl::Expr some_object(const slic::Expression& e, const Watched& values);
  const Value& watched_value(const slic::Expression& e, const Watched& values);
  gcl::Expr number_of(const slic::Expression& e, const Watched& values);
  gcl::Expr truth_of(const slic::Expression& e, const Watched& values);
  gcl::Expr equal(const slic::Expression& left, const slic::Expression& right,
                  const Watched& values);
  Pointer pointer_of(const slic::Expression& e, const Watched& values);

  const Options& options_;
  gcl::Context& context_;
  Diagnostics& diagnostics_;
  clang::ASTContext& ast_;
  Code& code_;
  Globals& globals_;
  Memory& memory_;
  Lvalues& lvalues_;
  Expressions& expressions_;
  KnownCalls& calls_;
  Library& library_;
  CallValues& values_;

  std::map<std::string, std::string> state_names_;  // of the specification -> IL names
  Watched root_values_;
  Value result_value_;
};

}  // namespace pawl::frontend::c
