// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/translation_unit.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/Tooling.h>

#include <utility>

#include "frontends/c/compilation_database.h"

namespace pawl::frontend::c {
namespace {

/// Clang reports while it parses, before there is a unit to translate places with.
class Collector final : public clang::DiagnosticConsumer {
 public:
  Collector(const SourceFile& file, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Error) return;
    llvm::SmallString<256> text;
    info.FormatDiagnostic(text);
    diagnostics_.error(place(info), text.str().str(),
                       "this is what Clang says; compile the file with it");
  }

 private:
  SourceRange place(const clang::Diagnostic& info) const {
    SourceRange range{&file_, {1, 1}, {1, 1}};
    if (!info.hasSourceManager() || info.getLocation().isInvalid()) return range;
    const clang::SourceManager& sources = info.getSourceManager();
    clang::SourceLocation location = sources.getExpansionLoc(info.getLocation());
    // An error inside a header is told at the #include that leads there.
    while (!sources.isWrittenInMainFile(location)) {
      const clang::SourceLocation include = sources.getIncludeLoc(sources.getFileID(location));
      if (include.isInvalid()) return range;
      location = include;
    }
    range.begin = {sources.getSpellingLineNumber(location),
                   sources.getSpellingColumnNumber(location)};
    range.end = {range.begin.line, range.begin.column + 1};
    return range;
  }

  const SourceFile& file_;
  Diagnostics& diagnostics_;
};

std::vector<std::string> arguments(const Options& options,
                                   const std::vector<std::string>& from_project) {
  std::vector<std::string> flags = {
      "-xc",
      "-std=gnu11",
      "-w",
      "-fno-builtin",
      // `main` with parameters of its own taste is an ordinary function.
      "-ffreestanding",
      "-D__NO_CTYPE",  // glibc: isdigit is a function, no lookup in a table
      "-fbracket-depth=100000",
      "-ferror-limit=50",
      "-fparse-all-comments",
      "-Wno-error=implicit-function-declaration",
      "-resource-dir",
      PAWL_CLANG_RESOURCE_DIR,
  };
  if (options.data_model == DataModel::Ilp32) {
    // Debian's 64-bit headers serve both models; what they miss is mapped in below.
    for (const char* flag : {"--target=i386-linux-gnu", "-isystem", "/pawl/include", "-idirafter",
                             "/usr/include/x86_64-linux-gnu"}) {
      flags.emplace_back(flag);
    }
  } else {
    flags.emplace_back("--target=x86_64-linux-gnu");
  }
  flags.insert(flags.end(), from_project.begin(), from_project.end());
  flags.insert(flags.end(), options.compiler_flags.begin(), options.compiler_flags.end());
  return flags;
}

}  // namespace

TranslationUnit::TranslationUnit(const SourceFile& file) : file_(file) {}
TranslationUnit::~TranslationUnit() = default;

std::unique_ptr<TranslationUnit> TranslationUnit::parse(const SourceFile& file,
                                                        const Options& options,
                                                        Diagnostics& diagnostics) {
  std::vector<std::string> from_project;
  if (!options.compilation_database.empty()) {
    auto found = flags_from_database(options.compilation_database, file, diagnostics);
    if (!found) return nullptr;
    from_project = std::move(*found);
  }
  std::unique_ptr<TranslationUnit> unit(new TranslationUnit(file));
  Collector collector(file, diagnostics);
  const std::string name = file.name() == "-" ? "stdin.c" : file.name();
  const clang::tooling::FileContentMappings mappings = {{"/pawl/include/gnu/stubs-32.h", ""}};
  unit->unit_ = clang::tooling::buildASTFromCodeWithArgs(
      llvm::StringRef(file.text().data(), file.text().size()), arguments(options, from_project),
      name, "pawl", std::make_shared<clang::PCHContainerOperations>(),
      clang::tooling::getClangStripDependencyFileAdjuster(), mappings, &collector);
  if (!unit->unit_ || collector.getNumErrors() != 0) {
    if (!diagnostics.has_errors()) {
      diagnostics.error({&file, {1, 1}, {1, 1}}, "Clang does not accept this file");
    }
    return nullptr;
  }
  return unit;
}

clang::ASTContext& TranslationUnit::ast() const { return unit_->getASTContext(); }
const clang::SourceManager& TranslationUnit::sources() const { return unit_->getSourceManager(); }

const SourceFile* TranslationUnit::file_of(clang::FileID id) const {
  const clang::SourceManager& all = sources();
  if (id == all.getMainFileID()) return &file_;
  const auto found = included_.find(id.getHashValue());
  if (found != included_.end()) return found->second.get();
  const auto* entry = all.getFileEntryForID(id);
  const auto text = all.getBufferOrNone(id);
  if (entry == nullptr || !text) return nullptr;
  auto file = std::make_unique<SourceFile>(entry->getName().str(), text->getBuffer().str());
  return included_.emplace(id.getHashValue(), std::move(file)).first->second.get();
}

std::optional<std::string> TranslationUnit::macro_text(const std::string& name) const {
  clang::Preprocessor& preprocessor = unit_->getPreprocessor();
  const clang::MacroInfo* macro = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(name));
  if (macro == nullptr || macro->isFunctionLike() || macro->tokens_empty()) return std::nullopt;
  std::string text;
  for (const clang::Token& token : macro->tokens()) {
    text += (text.empty() ? "" : " ") + preprocessor.getSpelling(token);
  }
  return text;
}

SourceRange TranslationUnit::place(clang::SourceRange range) const {
  if (range.isInvalid()) return {};
  const clang::SourceManager& all = sources();
  clang::SourceLocation begin = all.getExpansionLoc(range.getBegin());
  clang::SourceLocation last = all.getExpansionRange(range.getEnd()).getEnd();
  while (all.getFileID(begin) != all.getMainFileID()) {
    begin = all.getIncludeLoc(all.getFileID(begin));
    if (begin.isInvalid()) return {};
    last = begin;
  }
  if (all.getFileID(last) != all.getMainFileID()) last = begin;
  const clang::SourceLocation end =
      clang::Lexer::getLocForEndOfToken(last, 0, all, ast().getLangOpts());
  const clang::SourceLocation after = end.isValid() ? end : last;
  return {&file_,
          {all.getSpellingLineNumber(begin), all.getSpellingColumnNumber(begin)},
          {all.getSpellingLineNumber(after), all.getSpellingColumnNumber(after)}};
}

SourceRange TranslationUnit::place(clang::SourceLocation location) const {
  return place(clang::SourceRange(location, location));
}

bool TranslationUnit::in_macro(clang::SourceRange range) const {
  return range.getBegin().isMacroID() || range.getEnd().isMacroID();
}

}  // namespace pawl::frontend::c
