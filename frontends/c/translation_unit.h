// SPDX-License-Identifier: Apache-2.0
//
// One C file as Clang sees it. Clang decides what is C; the rest of this folder decides what it
// means.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontends/c/options.h"
#include "support/diagnostic.h"
#include "support/source.h"

namespace clang {
class ASTContext;
class ASTUnit;
class FileID;
class SourceLocation;
class SourceManager;
class SourceRange;
}  // namespace clang

namespace pawl::frontend::c {

class TranslationUnit {
 public:
  ~TranslationUnit();
  TranslationUnit(const TranslationUnit&) = delete;
  TranslationUnit& operator=(const TranslationUnit&) = delete;

  /// Null when Clang does not accept the file; its errors are in `diagnostics`, with their places.
  static std::unique_ptr<TranslationUnit> parse(const SourceFile& file, const Options& options,
                                                Diagnostics& diagnostics);

  clang::ASTContext& ast() const;
  const clang::SourceManager& sources() const;
  const SourceFile& file() const { return file_; }
  /// The text of the file or of one it includes. Null: no such text.
  const SourceFile* file_of(clang::FileID id) const;
  /// What a macro without parameters stands for; nullopt: there is none of this name.
  std::optional<std::string> macro_text(const std::string& name) const;

  /// Where something stands in the text the user wrote: macro expansions count as the place where
  /// the macro is used, included files as the place of the #include.
  SourceRange place(clang::SourceRange range) const;
  SourceRange place(clang::SourceLocation location) const;
  /// Does it come out of a macro?
  bool in_macro(clang::SourceRange range) const;

 private:
  explicit TranslationUnit(const SourceFile& file);

  const SourceFile& file_;
  std::unique_ptr<clang::ASTUnit> unit_;
  mutable std::map<unsigned, std::unique_ptr<SourceFile>> included_;
};

}  // namespace pawl::frontend::c
