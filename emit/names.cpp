// SPDX-License-Identifier: Apache-2.0
#include "emit/names.h"

#include <cctype>
#include <optional>

namespace pawl::emit {
namespace {

using Words = std::set<std::string_view>;

const Words boogie_words = {"assert",    "assume",    "async",   "axiom",          "bool",
                            "break",     "call",      "cast",    "complete",       "const",
                            "div",       "else",      "ensures", "exists",         "extends",
                            "false",     "finite",    "forall",  "free",           "function",
                            "goto",      "havoc",     "if",      "implementation", "int",
                            "invariant", "lambda",    "mod",     "modifies",       "old",
                            "par",       "procedure", "real",    "requires",       "return",
                            "returns",   "then",      "true",    "type",           "unique",
                            "var",       "where",     "while",   "yield",          "yields",
                            "float",     "rmode",     "regex",   "string"};

const Words dafny_words = {
    "abstract",   "array",     "array2",    "array3",   "as",          "assert",      "assume",
    "bool",       "break",     "by",        "calc",     "case",        "char",        "class",
    "codatatype", "colemma",   "comethod",  "const",    "constructor", "copredicate", "datatype",
    "decreases",  "default",   "else",      "ensures",  "eq",          "exists",      "expect",
    "export",     "extends",   "false",     "forall",   "free",        "fresh",       "function",
    "ghost",      "if",        "imap",      "import",   "in",          "inductive",   "int",
    "invariant",  "is",        "iset",      "iterator", "label",       "lemma",       "map",
    "match",      "method",    "modifies",  "modify",   "module",      "multiset",    "nat",
    "new",        "newtype",   "null",      "object",   "old",         "opened",      "ORDINAL",
    "predicate",  "print",     "protected", "provides", "reads",       "real",        "refines",
    "requires",   "return",    "returns",   "reveal",   "reveals",     "seq",         "set",
    "static",     "string",    "then",      "this",     "trait",       "true",        "twostate",
    "type",       "unchanged", "var",       "where",    "while",       "witness",     "yield",
    "yields",     "allocated", "greatest",  "least",    "Main"};

const Words why3_words = {
    "abstract",  "absurd",      "alias",    "any",      "as",       "assert",    "assume",
    "at",        "axiom",       "begin",    "bool",     "break",    "by",        "check",
    "clone",     "coinductive", "constant", "continue", "diverges", "do",        "done",
    "downto",    "else",        "end",      "ensures",  "epsilon",  "exception", "exists",
    "export",    "false",       "float",    "for",      "forall",   "fun",       "function",
    "ghost",     "goal",        "if",       "import",   "in",       "inductive", "int",
    "invariant", "label",       "lemma",    "let",      "map",      "match",     "meta",
    "module",    "mutable",     "not",      "old",      "partial",  "predicate", "private",
    "pure",      "raise",       "raises",   "range",    "reads",    "real",      "rec",
    "ref",       "requires",    "result",   "return",   "returns",  "scope",     "so",
    "string",    "then",        "theory",   "to",       "true",     "try",       "type",
    "unit",      "use",         "val",      "variant",  "while",    "with",      "writes",
    "div",       "mod",         "abs",      "min",      "max",      "contents",  "eq"};

/// A letter for each character that needs an escape.
std::optional<char> code_of(char c) {
  switch (c) {
    case '\'': return 'q';
    case '#': return 'h';
    case '@': return 'a';
    case '$': return 'd';
    default: return std::nullopt;
  }
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// bv8 and its like are types of Dafny and Boogie; GCL knows them as reserved, array7 not.
bool is_numbered(std::string_view name, std::string_view stem) {
  return name.starts_with(stem) && is_digits(name.substr(stem.size()));
}

}  // namespace

std::string BoogieNames::operator()(std::string_view gcl_name) const {
  std::string name(gcl_name);
  for (char& c : name) {
    if (c == '@') c = '^';
  }
  return boogie_words.contains(gcl_name) ? name + ".k" : name;
}

std::string DafnyNames::operator()(std::string_view gcl_name) const {
  std::string name;
  for (const char c : gcl_name) {
    const std::optional<char> code = c == '\'' ? std::nullopt : code_of(c);
    if (code) {
      name += {'?', *code, '_'};
    } else if (c == '_' && name.empty()) {
      name += "u?_";  // Dafny keeps names with a leading underscore for itself
    } else {
      name += c;
    }
  }
  const bool taken = dafny_words.contains(gcl_name) || is_numbered(gcl_name, "array");
  return taken ? name + "?k" : name;
}

std::string Why3Names::operator()(std::string_view gcl_name) const {
  std::string name;
  for (std::size_t i = 0; i < gcl_name.size(); ++i) {
    const char c = gcl_name[i];
    const bool escape_follows =
        i + 1 < gcl_name.size() && (gcl_name[i + 1] == '_' || code_of(gcl_name[i + 1]));
    if (const std::optional<char> code = code_of(c)) {
      name += {'_', '_', *code};
      // Keeps the letter apart from what follows; read back it is no underscore of the name.
      name += '_';
    } else if (c == '_' && (i == 0 || escape_follows || i + 1 == gcl_name.size())) {
      name += "__u_";
    } else if (i == 0 && std::isupper(static_cast<unsigned char>(c)) != 0) {
      name += {'_', c};
    } else {
      name += c;
    }
  }
  return why3_words.contains(gcl_name) ? name + "__k" : name;
}

}  // namespace pawl::emit
