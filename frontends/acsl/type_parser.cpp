// SPDX-License-Identifier: Apache-2.0
//
// C's declarations as far as annotations have them, and logic types. Without a table of types a
// name is a type where the grammar wants one; only a parenthesis before a name leaves a choice.
#include <algorithm>
#include <array>
#include <utility>

#include "frontends/acsl/term_parser.h"

namespace pawl::frontend::acsl {
namespace {

bool is_basic(std::string_view word) {
  static constexpr std::array<std::string_view, 10> words = {
      "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_tag(std::string_view word) { return word == "struct" || word == "union" || word == "enum"; }

bool is_qualifier(std::string_view word) {
  return word == "const" || word == "volatile" || word == "restrict" || word == "__restrict";
}

/// How often each keyword of a type was written; in any order, as C allows.
struct Keywords {
  int longs = 0;
  int ints = 0;
  int shorts = 0;
  int signs = 0;
  bool is_unsigned = false;
  std::string_view other;  // void, char, float, double, _Bool
  bool bad = false;

  void add(std::string_view word) {
    if (word == "long") {
      bad |= ++longs > 2;
    } else if (word == "int") {
      bad |= ++ints > 1;
    } else if (word == "short") {
      bad |= ++shorts > 1;
    } else if (word == "signed" || word == "unsigned") {
      bad |= ++signs > 1;
      is_unsigned = word == "unsigned";
    } else {
      bad |= !other.empty();
      other = word;
    }
  }

  /// Empty when C has no such type.
  std::string canonical() const {
    const bool sized = longs > 0 || shorts > 0;
    if (bad || (longs > 0 && shorts > 0)) return {};
    if (other == "char") {
      if (sized || ints > 0) return {};
      return signs == 0 ? "char" : is_unsigned ? "unsigned char" : "signed char";
    }
    if (other == "double" && longs == 1 && signs + ints + shorts == 0) return "long double";
    if (!other.empty()) return sized || signs + ints > 0 ? std::string() : std::string(other);
    const std::string sign = is_unsigned ? "unsigned " : "";
    if (longs > 0) return sign + (longs == 2 ? "long long" : "long");
    return sign + (shorts > 0 ? "short" : "int");
  }
};

}  // namespace

bool TermParser::at_type_keyword(std::size_t ahead) const {
  const Token& token = state_.peek(ahead);
  return token.tok == Tok::Identifier &&
         (is_basic(token.text) || is_tag(token.text) || is_qualifier(token.text));
}

bool TermParser::at_cast() const {
  if (at_type_keyword(1)) return true;
  if (!state_.at_name(1)) return false;
  if (state_.is_type_name(state_.peek(1).text)) return true;
  if (state_.knows_types()) return false;
  const bool grouped = state_.tok(2) == Tok::LeftParen;  // (T (*)[3]) p
  std::size_t next = grouped ? 3 : 2;
  const std::size_t first = next;
  while (state_.tok(next) == Tok::Star || (next > first && at_type_keyword(next))) ++next;
  if (state_.tok(next) != Tok::RightParen) return false;
  if (next > first) return true;  // `x *)` ends no term
  if (grouped) return false;
  // No term follows another one directly, so what begins one here is what is cast. A sign or a star
  // is taken for an infix operator.
  const Tok tok = state_.tok(3);
  if (tok == Tok::Identifier) return state_.at_name(3) || state_.is_word("sizeof", 3);
  if (tok == Tok::Backslash) {
    return !state_.is_backslash("\\in", 3) && !state_.is_backslash("\\from", 3);
  }
  return tok == Tok::LeftParen || tok == Tok::Integer || tok == Tok::Real ||
         tok == Tok::Character || tok == Tok::String || tok == Tok::Bang || tok == Tok::Tilde;
}

bool TermParser::qualifiers(bool& is_const, bool& is_volatile) {
  bool any = false;
  while (state_.at(Tok::Identifier) && is_qualifier(state_.peek().text)) {
    is_const |= state_.is_word("const");
    is_volatile |= state_.is_word("volatile");
    state_.advance();
    any = true;
  }
  return any;
}

std::optional<Type> TermParser::specifiers() {
  const std::size_t begin = state_.index();
  Type type;
  qualifiers(type.is_const, type.is_volatile);
  if (state_.at(Tok::Identifier) && is_basic(state_.peek().text)) {
    if (!keywords(type)) return std::nullopt;
  } else if (state_.at(Tok::Identifier) && is_tag(state_.peek().text)) {
    if (!tagged(type)) return std::nullopt;
  } else {
    Identifier name;
    if (!state_.expect_name(name, "a type")) return std::nullopt;
    type.name = std::move(name.text);
    if (state_.at(Tok::Less) && !type_arguments(type)) return std::nullopt;
  }
  qualifiers(type.is_const, type.is_volatile);
  type.range = state_.range_from(begin);
  return type;
}

bool TermParser::keywords(Type& type) {
  const std::size_t begin = state_.index();
  Keywords words;
  while (state_.at(Tok::Identifier) && is_basic(state_.peek().text)) {
    words.add(state_.peek().text);
    state_.advance();
    qualifiers(type.is_const, type.is_volatile);
  }
  type.kind = Type::Kind::Keywords;
  type.name = words.canonical();
  if (!type.name.empty()) return true;
  state_.error(state_.range_from(begin), "C has no such type");
  return false;
}

bool TermParser::tagged(Type& type) {
  type.kind = state_.is_word("struct")  ? Type::Kind::Struct
              : state_.is_word("union") ? Type::Kind::Union
                                        : Type::Kind::Enum;
  state_.advance();
  Identifier name;
  if (!state_.expect_name(name, "the tag of the type")) return false;
  type.name = std::move(name.text);
  return true;
}

bool TermParser::type_arguments(Type& type) {
  const Nest nest(*this);
  if (too_deep()) return false;
  state_.advance();
  do {
    std::optional<Type> argument = this->type();
    if (!argument) return false;
    type.arguments.push_back(*std::move(argument));
  } while (state_.accept(Tok::Comma));
  state_.split_shift();
  return state_.expect(Tok::Greater);
}

/// match:  * const (* x [3]) [n]
bool TermParser::declarator(Name wanted, Identifier& name, std::vector<Derivation>& derivations) {
  const Nest nest(*this);
  if (too_deep()) return false;
  while (state_.accept(Tok::Star)) {
    Derivation& pointer = derivations.emplace_back();
    qualifiers(pointer.is_const, pointer.is_volatile);
  }
  std::vector<Derivation> inner;
  const bool grouped =
      state_.at(Tok::LeftParen) && (state_.tok(1) == Tok::Star || state_.tok(1) == Tok::LeftParen ||
                                    (wanted == Name::Wanted && state_.at_name(1)));
  if (grouped) {
    state_.advance();
    if (!declarator(wanted, name, inner) || !state_.expect(Tok::RightParen)) return false;
  } else if (wanted == Name::Wanted && !state_.expect_name(name, "a name")) {
    return false;
  }
  if (!array_sizes(derivations)) return false;
  if (wanted == Name::Absent && !grouped && state_.at(Tok::LeftParen)) {
    state_.error(state_.here(), "function types are not supported in annotations");
    return false;
  }
  if (grouped && state_.at(Tok::LeftParen)) {
    state_.error(state_.here(), "pointers to functions are not supported in annotations");
    return false;
  }
  derivations.insert(derivations.end(), std::make_move_iterator(inner.begin()),
                     std::make_move_iterator(inner.end()));
  return true;
}

/// The array nearest to the name is the outermost: `a[2][3]` is {Array 3, Array 2}.
bool TermParser::array_sizes(std::vector<Derivation>& out) {
  std::vector<Derivation> sizes;
  while (state_.accept(Tok::LeftBracket)) {
    Derivation& array = sizes.emplace_back();
    array.kind = Derivation::Kind::Array;
    if (!state_.at(Tok::RightBracket)) {
      array.size = term();
      if (!array.size) return false;
    }
    if (!state_.expect(Tok::RightBracket)) return false;
  }
  out.insert(out.end(), std::make_move_iterator(sizes.rbegin()),
             std::make_move_iterator(sizes.rend()));
  return true;
}

std::optional<Type> TermParser::type() {
  const std::size_t begin = state_.index();
  std::optional<Type> out = specifiers();
  Identifier none;
  if (!out || !declarator(Name::Absent, none, out->derivations)) return std::nullopt;
  out->range = state_.range_from(begin);
  return out;
}

std::optional<Type> TermParser::result_type() {
  const std::size_t begin = state_.index();
  std::optional<Type> out = specifiers();
  if (!out) return std::nullopt;
  while (state_.accept(Tok::Star)) {
    Derivation& pointer = out->derivations.emplace_back();
    qualifiers(pointer.is_const, pointer.is_volatile);
  }
  out->range = state_.range_from(begin);
  return out;
}

std::optional<Binder> TermParser::declare(const Type& base) {
  const std::size_t begin = state_.index();
  Binder out;
  out.type = base;
  Identifier name;
  if (!declarator(Name::Wanted, name, out.type.derivations)) return std::nullopt;
  out.name = std::move(name.text);
  out.range = state_.range_from(begin);
  return out;
}

std::optional<Binder> TermParser::binder() {
  const std::optional<Type> base = specifiers();
  return base ? declare(*base) : std::nullopt;
}

/// After a comma: another type, or another name of the last one?
bool TermParser::at_new_type() const {
  if (at_type_keyword(0)) return true;
  if (!state_.at_name()) return false;
  return state_.tok(1) == Tok::Identifier || state_.tok(1) == Tok::Star ||
         state_.tok(1) == Tok::Less || state_.tok(1) == Tok::LeftParen;
}

std::optional<std::vector<Binder>> TermParser::binders() {
  std::vector<Binder> out;
  std::optional<Type> base;
  do {
    if (!base || at_new_type()) base = specifiers();
    std::optional<Binder> next = base ? declare(*base) : std::nullopt;
    if (!next) return std::nullopt;
    out.push_back(*std::move(next));
  } while (state_.accept(Tok::Comma));
  return out;
}

}  // namespace pawl::frontend::acsl
