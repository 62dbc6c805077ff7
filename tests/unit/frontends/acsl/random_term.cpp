// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/frontends/acsl/random_term.h"

#include <array>

namespace pawl::test {

using namespace frontend::acsl;

namespace {

template <class T, std::size_t N>
const T& pick(const std::array<T, N>& from, RandomTerm& random) {
  return from[random.below(N)];
}

// Some are keywords of ACSL in other places.
constexpr std::array<const char*, 6> names = {"a", "i", "loop", "requires", "x_1", "behavior"};

}  // namespace

std::string RandomTerm::name() { return pick(names, *this); }

std::vector<Identifier> RandomTerm::labels(std::size_t at_least) {
  static constexpr std::array<const char*, 4> all = {"Here", "Old", "Pre", "L"};
  std::vector<Identifier> out;
  const std::size_t count = at_least + below(2) * below(3);
  for (std::size_t i = 0; i < count; ++i) out.push_back({pick(all, *this), {}});
  return out;
}

Type RandomTerm::type(int depth) {
  static constexpr std::array<const char*, 7> keywords = {
      "void", "char", "unsigned char", "int", "unsigned long long", "long double", "_Bool"};
  static constexpr std::array<const char*, 4> named = {"integer", "real", "t_size", "t_value"};
  Type out;
  out.kind = static_cast<Type::Kind>(below(5));
  out.name = out.kind == Type::Kind::Keywords ? pick(keywords, *this)
             : out.kind == Type::Kind::Named  ? pick(named, *this)
                                              : "s";
  out.is_const = below(5) == 0;
  out.is_volatile = below(9) == 0;
  for (std::size_t steps = below(2) * below(4); steps > 0; --steps) {
    Derivation& step = out.derivations.emplace_back();
    step.is_const = below(4) == 0;
    step.is_volatile = below(9) == 0;
    if (below(3) != 0) continue;
    step = {};
    step.kind = Derivation::Kind::Array;
    if (depth > 0 && below(2) == 0) step.size = term(depth - 1);
  }
  return out;
}

Binder RandomTerm::binder(int depth) { return {{}, name(), type(depth)}; }

std::vector<Binder> RandomTerm::binders(int depth) {
  std::vector<Binder> out;
  for (std::size_t i = 0; i <= below(3); ++i) {
    out.push_back(binder(depth));
    if (i == 0 || below(2) == 0) continue;
    // Neighbours that share a type are written differently.
    Type shared = out[i - 1].type;
    shared.derivations = out[i].type.derivations;
    out[i].type = shared;
  }
  return out;
}

/// Only <, <=, == or only >, >=, ==; alone also !=.
std::vector<Relation> RandomTerm::relations(std::size_t count) {
  static constexpr std::array<Relation, 3> up = {Relation::Less, Relation::LessEqual,
                                                 Relation::Equal};
  static constexpr std::array<Relation, 3> down = {Relation::Greater, Relation::GreaterEqual,
                                                   Relation::Equal};
  if (count == 1 && below(4) == 0) return {Relation::NotEqual};
  const bool rising = below(2) == 0;
  std::vector<Relation> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(pick(rising ? up : down, *this));
  return out;
}

Term RandomTerm::leaf() {
  return make_term(
      filled(static_cast<TermKind>(below(static_cast<std::size_t>(TermKind::Not))), 0));
}

Term RandomTerm::term(int depth) {
  if (depth <= 1) return leaf();
  return make_term(filled(static_cast<TermKind>(below(term_kind_count)), depth));
}

TermNode RandomTerm::filled(TermKind kind, int depth) {
  static constexpr std::array<const char*, 6> integers = {"0", "12", "0x7fu", "0xE", "017", "1ull"};
  static constexpr std::array<const char*, 5> reals = {"1.5", "1.", ".5", "2e-3f", "0x1.8p3"};
  static constexpr std::array<const char*, 3> characters = {"'a'", "'\\''", "L'\\x41'"};
  static constexpr std::array<const char*, 3> strings = {R"("")", R"("a // \" b")", R"("\\")"};
  static constexpr std::array<const char*, 4> builtins = {"\\valid", "\\max", "\\union", "\\pi"};
  TermNode out;
  out.kind = kind;
  const auto children = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) out.children.push_back(term(depth - 1));
  };
  switch (kind) {
    case TermKind::Integer: out.text = pick(integers, *this); break;
    case TermKind::Real: out.text = pick(reals, *this); break;
    case TermKind::Character: out.text = pick(characters, *this); break;
    case TermKind::String: out.text = pick(strings, *this); break;
    case TermKind::Name:
      out.text = name();
      out.labels = labels(0);
      break;
    case TermKind::True:
    case TermKind::False:
    case TermKind::Null:
    case TermKind::Result:
    case TermKind::Nothing:
    case TermKind::Everything:
    case TermKind::Empty: break;
    case TermKind::Not:
    case TermKind::Negate:
    case TermKind::Positive:
    case TermKind::BitNot:
    case TermKind::Dereference:
    case TermKind::AddressOf:
    case TermKind::SizeofTerm:
    case TermKind::Old: children(1); break;
    case TermKind::Cast:
      out.type = std::make_shared<const Type>(type(depth - 1));
      children(1);
      break;
    case TermKind::SizeofType: out.type = std::make_shared<const Type>(type(depth - 1)); break;
    case TermKind::Field:
    case TermKind::Arrow:
    case TermKind::Named:
      out.text = name();
      children(1);
      break;
    case TermKind::At:
      out.labels = {{"Pre", {}}};
      children(1);
      break;
    case TermKind::Range:
      for (int i = 0; i < 2; ++i) out.children.push_back(below(3) == 0 ? nullptr : term(depth - 1));
      break;
    case TermKind::Let: out.text = name(); [[fallthrough]];
    case TermKind::Index:
    case TermKind::Multiply:
    case TermKind::Divide:
    case TermKind::Modulo:
    case TermKind::Add:
    case TermKind::Subtract:
    case TermKind::ShiftLeft:
    case TermKind::ShiftRight:
    case TermKind::BitAnd:
    case TermKind::BitXor:
    case TermKind::BitOr:
    case TermKind::BitImplies:
    case TermKind::BitIff:
    case TermKind::Member:
    case TermKind::Xor:
    case TermKind::Implies:
    case TermKind::Iff: children(2); break;
    case TermKind::Comparison:
      children(2 + below(3));
      out.relations = relations(out.children.size() - 1);
      break;
    case TermKind::And:
    case TermKind::Or: children(2 + below(3)); break;
    case TermKind::Conditional: children(3); break;
    case TermKind::Call:
      out.text = name();
      out.labels = labels(0);
      children(below(3));
      break;
    case TermKind::Builtin:
      out.text = pick(builtins, *this);
      out.labels = labels(0);
      children(below(3));
      break;
    case TermKind::Set: children(1 + below(3)); break;
    case TermKind::Forall:
    case TermKind::Exists:
    case TermKind::Lambda:
      out.binders = binders(depth - 1);
      children(1);
      break;
    case TermKind::Comprehension:
      out.binders = binders(depth - 1);
      children(1 + below(2));
      break;
  }
  return out;
}

}  // namespace pawl::test
