// SPDX-License-Identifier: Apache-2.0
//
// Where values live, and how they are read, written and copied. A scalar of a class that consists
// of one variable is an IL variable; an element of an array has its indices as keys; a class with
// several objects has the object as its first key.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Memory {
 public:
  explicit Memory(const Rooms& rooms);

  struct Leaf {
    std::string name;
    gcl::Sort sort;
    bool own = false;
    bool is_local = false;
  };

  struct CopiedPart {
    Location to;
    Part part = Part::Value;
    gcl::Expr value;        // of a part,
    bool is_value = false;  // or of the whole scalar,
    Pointer pointer{};      // or the whole pointer
  };

  bool is_lowered(const clang::VarDecl* variable, const Frame& of) const;
  void note_name(gcl::Expr variable, const Location& location, Part part, const Storage& storage,
                 bool own);
  Leaf leaf_of(const Location& location, Part part, std::vector<gcl::Expr>& keys);
  gcl::Expr leaf(const Location& location, Part part, std::vector<gcl::Expr>& keys);
  gcl::Expr existing_leaf(const Location& location, Part part, std::vector<gcl::Expr>& keys);
  gcl::Expr read(const Location& location);
  Pointer read_pointer(const Location& location);
  gcl::Expr read_part(const Location& location, Part part);
  /// `value` is one of the location's type. Returns what is read there after that: less, if it is a
  /// bit-field.
  gcl::Expr write(const Location& location, gcl::Expr value, const SourceRange& range);
  void write_pointer(const Location& location, const Pointer& value, const SourceRange& range);
  void write_part(const Location& location, Part part, gcl::Expr value, const SourceRange& range);
  void copy(const Location& to, const Location& from, const SourceRange& range);
  void for_each_leaf(const Location& location,
                     const std::function<void(const Location&, Part)>& visit);
  bool lives_in_memory(const clang::VarDecl* variable);
  std::string stem_of(const clang::VarDecl* variable);
  const std::set<std::string>& by_object() const { return by_object_; }
  const std::map<const clang::VarDecl*, std::string>& names() const { return memory_names_; }
  const std::map<std::string, NodeId>& nodes() const { return memory_nodes_; }

 private:
  std::string memory_name(const std::string& storage);
  gcl::Expr read_leaf(const Location& location, Part part);
  gcl::Expr copied_part(const Location& at, Part part);
  bool is_unwritten(const Location& at, gcl::Expr value);
  void collect_copies(const Location& to, const Location& from, std::vector<CopiedPart>& copies);
  void write_all(std::vector<CopiedPart>& copies, const SourceRange& range);

  const TranslationUnit& unit_;
  Approximation approximation_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Arithmetic& arithmetic_;
  Lowered& lowered_;
  Code& code_;
  Globals& globals_;
  Types& types_;
  PointerArithmetic& pointers_;
  FlatMemory& flat_;
  Lvalues& lvalues_;

  std::map<const clang::VarDecl*, std::string> memory_names_;
  std::map<std::string, std::string> memory_classes_;  // storage -> IL name
  std::set<std::string> by_object_;                    // IL maps whose first key is the object
  std::map<std::string, NodeId> memory_nodes_;         // of IL variables that are memory
};

}  // namespace pawl::frontend::c
