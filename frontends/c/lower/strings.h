// SPDX-License-Identifier: Apache-2.0
//
// The functions of <string.h> that look for the end of a text.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <functional>

#include "frontends/c/lower/library.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Strings {
 public:
  explicit Strings(const Rooms& rooms);

  struct Text {
    Location block;        // one of its characters
    gcl::Expr characters;  // a map from indices
    gcl::Expr begin;       // where it starts
  };

  /// Of the character at a distance from the start of a text: does the search end there?
  using Stop = std::function<gcl::Expr(gcl::Expr character, gcl::Expr distance)>;

  void call_string(const clang::CallExpr* e, Builtin kind);
  void measure(const clang::CallExpr* e, Builtin kind);
  void compare_text(const clang::CallExpr* e, Builtin kind);
  void find_character(const clang::CallExpr* e, Builtin kind);
  void find_last(const clang::CallExpr* e);
  void find_text(const clang::CallExpr* e);
  void span(const clang::CallExpr* e, Builtin kind);
  Text text_of(const clang::Expr* argument);
  Text text_at(const Pointer& start, NodeId node, const SourceRange& range);
  [[noreturn]] void refuse_text(const clang::CallExpr* e);
  gcl::Expr length(const Text& text, gcl::Expr limit, const SourceRange& range);
  void copy_text(const Text& to, gcl::Expr skip, const Text& from, gcl::Expr end, gcl::Expr limit,
                 gcl::Expr count, const SourceRange& range);
  void need_text(const Text& text, gcl::Expr index, const SourceRange& range);

 private:
  void compare_bytes(const clang::CallExpr* e);
  Pointer found_in(const Text& text, gcl::Expr found, gcl::Expr place_of);
  gcl::Expr wanted_character(const clang::CallExpr* e, const Text& text);
  void unknown_text(const clang::CallExpr* e);
  gcl::Expr character(const Text& text, gcl::Expr index);
  void assume_before(gcl::Expr end, const Text& text,
                     const std::function<gcl::Expr(gcl::Expr)>& holds, const SourceRange& range);
  gcl::Expr chosen_index(gcl::Expr limit, const SourceRange& range);
  gcl::Expr first_index(const Text& text, gcl::Expr limit, const Stop& stop,
                        const SourceRange& range);

  const Options& options_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Arithmetic& arithmetic_;
  Code& code_;
  Types& types_;
  Memory& memory_;
  Objects& objects_;
  Lifetimes& lifetimes_;
  Expressions& expressions_;
  Library& library_;
  ByteCopies& bytes_;
  CallValues& values_;
};

}  // namespace pawl::frontend::c
