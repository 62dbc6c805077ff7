// SPDX-License-Identifier: Apache-2.0
//
// What C types are in the IL.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Type.h>
#include <clang/Basic/SourceLocation.h>

#include <cstdint>
#include <optional>

#include "frontends/c/int_type.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Types {
 public:
  explicit Types(const Rooms& rooms);

  bool is_volatile(const Location& location) const;
  /// Refuses unless floating-point numbers are asked for; says once what they are taken for.
  void allow_float(clang::SourceRange where);
  /// Of a scalar, or the scalars of an array.
  gcl::Sort sort_of(clang::QualType type) const;
  std::optional<std::int64_t> bytes_of(clang::QualType type) const;
  IntType int_type(clang::QualType type, clang::SourceRange where);

 private:
  const TranslationUnit& unit_;
  const Options& options_;
  gcl::Context& context_;
  Diagnostics& diagnostics_;
  clang::ASTContext& ast_;
  Code& code_;

  bool has_floats_ = false;
};

}  // namespace pawl::frontend::c
