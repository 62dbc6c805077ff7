// SPDX-License-Identifier: Apache-2.0
#include "prover/smtlib_symbols.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace pawl::prover {
namespace {

using gcl::Kind;
using gcl::Sort;
using gcl::SortKind;

/// What z3 or cvc5 would not let us declare: reserved words, commands, theory symbols.
const std::unordered_set<std::string_view>& reserved() {
  static const std::unordered_set<std::string_view> words = {
      // SMT-LIB itself and its core theories.
      "!", "_", "as", "let", "exists", "forall", "match", "par", "BINARY", "DECIMAL", "HEXADECIMAL",
      "NUMERAL", "STRING", "assert", "check", "declare", "define", "echo", "exit", "get", "pop",
      "push", "reset", "set", "true", "false", "not", "and", "or", "xor", "ite", "distinct", "div",
      "mod", "abs", "divisible", "to_int", "to_real", "is_int", "is_real", "select", "store",
      "const", "concat", "extract", "repeat", "zero_extend", "sign_extend", "rotate_left",
      "rotate_right", "int2bv", "nat2bv", "bv2nat", "bv2int", "is", "update", "Bool", "Int", "Real",
      "Array", "BitVec", "String", "RegLan", "RoundingMode", "FloatingPoint", "Float16", "Float32",
      "Float64", "Float128", "RNE", "RNA", "RTP", "RTN", "RTZ", "roundNearestTiesToEven",
      "roundNearestTiesToAway", "roundTowardPositive", "roundTowardNegative", "roundTowardZero",
      "fp", "to_fp", "to_fp_unsigned", "NaN",
      // Extensions of z3 and of cvc5.
      "if", "iff", "implies", "rem", "map", "default", "lambda", "union", "intersect", "setminus",
      "complement", "subset", "set", "Set", "Seq", "Bag", "Tuple", "tuple", "mkTuple", "List",
      "nil", "cons", "head", "tail", "insert", "Pair", "first", "second", "pi", "e", "euler", "sin",
      "cos", "tan", "csc", "sec", "cot", "asin", "acos", "atan", "arcsin", "arccos", "arctan",
      "arccsc", "arcsec", "arccot", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sqrt",
      "exp", "iand", "pow2", "char", "Unicode", "Relation", "Table", "witness", "comp", "sep",
      "pto", "wand", "emp", "choice", "eqrange", "ubv_to_int", "sbv_to_int", "int_to_bv", "int",
      "bool", "real", "pble", "at", "pbge", "pbeq", "array", "UnitTuple"};
  return words;
}

bool is_plain(std::string_view name) {
  const auto letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::ranges::all_of(name, letter);
}

std::string quoted(const std::string& name) { return is_plain(name) ? name : "|" + name + "|"; }

bool is_reserved(std::string_view name) {
  return reserved().contains(name) || name.starts_with("bv") || name.starts_with("@") ||
         name.starts_with(".");
}

}  // namespace

std::string SmtlibSymbols::unique(std::string_view wanted, std::unordered_set<std::string>& used) {
  std::string stem(wanted);
  std::ranges::replace_if(
      stem,
      [](char c) { return c == '|' || c == '\\' || std::iscntrl(static_cast<unsigned char>(c)); },
      '_');
  std::string name = is_reserved(stem) ? stem + "!1" : stem;
  if (name.starts_with("@") || name.starts_with(".")) name.insert(0, "x");
  for (int n = 2; !used.insert(name).second; ++n) name = stem + "!" + std::to_string(n);
  return quoted(name);
}

std::string SmtlibSymbols::fresh(std::string_view stem) {
  return unique(std::string(stem) + "!1", used_);
}

const std::string& SmtlibSymbols::variable(gcl::Expr e) {
  const auto known = variables_.find(e);
  if (known != variables_.end()) return known->second;
  return variables_.emplace(e, unique(e.name(), used_)).first->second;
}

const std::string& SmtlibSymbols::function(gcl::Expr apply) {
  std::string signature = apply.name() + ":" + to_string(apply.sort());
  for (const gcl::Expr arg : apply.args()) signature += "," + to_string(arg.sort());
  const auto known = functions_.find(signature);
  if (known != functions_.end()) return known->second;
  return functions_.emplace(signature, unique(apply.name(), used_)).first->second;
}

const std::string& SmtlibSymbols::sort(const std::string& uninterpreted) {
  const auto known = sorts_.find(uninterpreted);
  if (known != sorts_.end()) return known->second;
  return sorts_.emplace(uninterpreted, unique(uninterpreted, used_sorts_)).first->second;
}

std::string SmtlibSymbols::print(Sort root) {
  std::string text;
  std::vector<Sort> todo{root};  // a null sort closes a parenthesis
  while (!todo.empty()) {
    const Sort next = todo.back();
    todo.pop_back();
    if (!next) {
      text += ')';
      continue;
    }
    if (!text.empty()) text += ' ';
    switch (next.kind()) {
      case SortKind::Bool: text += "Bool"; break;
      case SortKind::Int: text += "Int"; break;
      case SortKind::Real: text += "Real"; break;
      case SortKind::BitVec: text += "(_ BitVec " + std::to_string(next.width()) + ")"; break;
      case SortKind::Uninterpreted: text += sort(next.name()); break;
      case SortKind::Map:
        text += "(Array";
        todo.insert(todo.end(), {Sort(), next.value(), next.key()});
        break;
    }
  }
  return text;
}

}  // namespace pawl::prover
