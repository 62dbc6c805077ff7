// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/compilation_database.h"

#include <clang/Tooling/JSONCompilationDatabase.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <set>
#include <string_view>

namespace pawl::frontend::c {
namespace {

std::string absolute(const std::string& path, const std::string& directory) {
  if (llvm::sys::path::is_absolute(path)) return path;
  llvm::SmallString<256> full(directory);
  llvm::sys::path::append(full, path);
  return full.str().str();
}

/// Flags that say what the text means. Others (outputs, warnings, code generation) are left out.
std::vector<std::string> meaningful(const clang::tooling::CompileCommand& command) {
  static const std::set<std::string_view> with_path = {"-I", "-isystem", "-iquote", "-idirafter",
                                                       "-include"};
  static const std::set<std::string_view> with_value = {"-D", "-U"};
  std::vector<std::string> kept;
  const auto& words = command.CommandLine;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (with_path.contains(word) && i + 1 < words.size()) {
      kept.push_back(word);
      kept.push_back(absolute(words[++i], command.Directory));
    } else if (with_value.contains(word) && i + 1 < words.size()) {
      kept.push_back(word);
      kept.push_back(words[++i]);
    } else if (word.rfind("-I", 0) == 0) {
      kept.push_back("-I" + absolute(word.substr(2), command.Directory));
    } else if (word.rfind("-isystem", 0) == 0) {
      kept.push_back("-isystem" +
                     absolute(word.substr(std::string_view("-isystem").size()), command.Directory));
    } else if (word.rfind("-D", 0) == 0 || word.rfind("-U", 0) == 0 ||
               word.rfind("-std=", 0) == 0 || word == "-funsigned-char") {
      kept.push_back(word);
    }
  }
  return kept;
}

}  // namespace

std::optional<std::vector<std::string>> flags_from_database(const std::string& database,
                                                            const SourceFile& file,
                                                            Diagnostics& diagnostics) {
  const SourceRange start{&file, {1, 1}, {1, 1}};
  std::string path = database;
  if (llvm::sys::fs::is_directory(path)) path = absolute("compile_commands.json", path);
  std::string reason;
  const auto loaded = clang::tooling::JSONCompilationDatabase::loadFromFile(
      path, reason, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!loaded) {
    diagnostics.error(start, "the compilation database '" + path + "' cannot be read: " + reason,
                      "-p wants compile_commands.json or its directory");
    return std::nullopt;
  }
  llvm::SmallString<256> full(file.name());
  llvm::sys::fs::make_absolute(full);
  llvm::sys::path::remove_dots(full, /*remove_dot_dot=*/true);
  const auto commands = loaded->getCompileCommands(full);
  if (commands.empty()) {
    diagnostics.error(start, "the compilation database '" + path + "' says nothing of this file",
                      "leave out -p, or add the file");
    return std::nullopt;
  }
  return meaningful(commands.front());
}

}  // namespace pawl::frontend::c
