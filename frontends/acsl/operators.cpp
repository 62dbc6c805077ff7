// SPDX-License-Identifier: Apache-2.0
#include "frontends/acsl/operators.h"

#include <algorithm>
#include <array>

namespace pawl::frontend::acsl {
namespace {

// The reference manual and its implementation disagree on which way `-->` associates: neither.
constexpr std::array<InfixOperator, 17> operators = {{
    {Tok::Iff, TermKind::Iff, IffPrecedence, Associativity::Left},
    {Tok::Implies, TermKind::Implies, ImpliesPrecedence, Associativity::Right},
    {Tok::Or, TermKind::Or, OrPrecedence, Associativity::Chain},
    {Tok::Xor, TermKind::Xor, XorPrecedence, Associativity::Left},
    {Tok::And, TermKind::And, AndPrecedence, Associativity::Chain},
    {Tok::BitIff, TermKind::BitIff, BitIffPrecedence, Associativity::Left},
    {Tok::BitImplies, TermKind::BitImplies, BitImpliesPrecedence, Associativity::Neither},
    {Tok::BitOr, TermKind::BitOr, BitOrPrecedence, Associativity::Left},
    {Tok::BitXor, TermKind::BitXor, BitXorPrecedence, Associativity::Left},
    {Tok::BitAnd, TermKind::BitAnd, BitAndPrecedence, Associativity::Left},
    {Tok::ShiftLeft, TermKind::ShiftLeft, ShiftPrecedence, Associativity::Left},
    {Tok::ShiftRight, TermKind::ShiftRight, ShiftPrecedence, Associativity::Left},
    {Tok::Plus, TermKind::Add, AddPrecedence, Associativity::Left},
    {Tok::Minus, TermKind::Subtract, AddPrecedence, Associativity::Left},
    {Tok::Star, TermKind::Multiply, MultiplyPrecedence, Associativity::Left},
    {Tok::Slash, TermKind::Divide, MultiplyPrecedence, Associativity::Left},
    {Tok::Percent, TermKind::Modulo, MultiplyPrecedence, Associativity::Left},
}};

template <class Match>
const InfixOperator* find(Match match) {
  const auto* const found = std::find_if(operators.begin(), operators.end(), match);
  return found == operators.end() ? nullptr : found;
}

}  // namespace

const InfixOperator* infix(Tok tok) {
  return find([&](const InfixOperator& op) { return op.tok == tok; });
}

const InfixOperator* infix(TermKind kind) {
  return find([&](const InfixOperator& op) { return op.kind == kind; });
}

Precedence precedence(TermKind kind) {
  switch (kind) {
    case TermKind::Iff:
    case TermKind::Implies:
    case TermKind::Or:
    case TermKind::Xor:
    case TermKind::And:
    case TermKind::BitIff:
    case TermKind::BitImplies:
    case TermKind::BitOr:
    case TermKind::BitXor:
    case TermKind::BitAnd:
    case TermKind::ShiftLeft:
    case TermKind::ShiftRight:
    case TermKind::Add:
    case TermKind::Subtract:
    case TermKind::Multiply:
    case TermKind::Divide:
    case TermKind::Modulo: return infix(kind)->precedence;
    case TermKind::Range: return RangePrecedence;
    case TermKind::Forall:
    case TermKind::Exists:
    case TermKind::Lambda:
    case TermKind::Let:
    case TermKind::Named: return OpenPrecedence;
    case TermKind::Conditional: return ConditionalPrecedence;
    case TermKind::Comparison:
    case TermKind::Member: return ComparisonPrecedence;
    case TermKind::Not:
    case TermKind::Negate:
    case TermKind::Positive:
    case TermKind::BitNot:
    case TermKind::Dereference:
    case TermKind::AddressOf:
    case TermKind::SizeofTerm:
    case TermKind::SizeofType:
    case TermKind::Cast: return UnaryPrecedence;
    case TermKind::Field:
    case TermKind::Arrow:
    case TermKind::Index: return PostfixPrecedence;
    case TermKind::Integer:
    case TermKind::Real:
    case TermKind::Character:
    case TermKind::String:
    case TermKind::Name:
    case TermKind::True:
    case TermKind::False:
    case TermKind::Null:
    case TermKind::Result:
    case TermKind::Nothing:
    case TermKind::Everything:
    case TermKind::Empty:
    case TermKind::Old:
    case TermKind::At:
    case TermKind::Call:
    case TermKind::Builtin:
    case TermKind::Set:
    case TermKind::Comprehension: return PrimaryPrecedence;
  }
  return PrimaryPrecedence;
}

bool is_open(TermKind kind) { return precedence(kind) == OpenPrecedence; }

}  // namespace pawl::frontend::acsl
