// SPDX-License-Identifier: Apache-2.0
//
// ACSL's terms and predicates, in one type: the grammar tells them apart only by the types of the
// names in them, which nobody knows before the C program around them has been read. The tree is
// what was written: nothing is resolved, checked or simplified, parentheses are left out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "support/source.h"

namespace pawl::frontend::acsl {

enum class TermKind : std::uint8_t {
  // Leaves. `text` is as written, with prefix, suffix and quotes.
  Integer,     // 12  0x7fu  1ull
  Real,        // 1.5  2e-3f
  Character,   // 'a'  L'\n'
  String,      // "text"
  Name,        // x, or a predicate without arguments: P, P{L}; `text`, `labels`
  True,        // \true
  False,       // \false
  Null,        // \null
  Result,      // \result
  Nothing,     // \nothing
  Everything,  // \everything
  Empty,       // \empty
  // One child.
  Not,          // !p
  Negate,       // -t
  Positive,     // +t
  BitNot,       // ~t
  Dereference,  // *t
  AddressOf,    // &t
  SizeofTerm,   // sizeof(t); `sizeof(x)` is this unless x is known to be a type
  Cast,         // (type) t; `type`
  Field,        // t.text
  Arrow,        // t->text
  Old,          // \old(t)
  At,           // \at(t, L); `labels` has one
  Named,        // text: t
  // No child.
  SizeofType,  // sizeof(type); `type`
  // Two children.
  Index,  // t[i]; i may be a Range
  Range,  // lo .. hi; an absent bound is a null child
  Multiply,
  Divide,
  Modulo,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  BitAnd,
  BitXor,
  BitOr,
  BitImplies,  // -->
  BitIff,      // <-->
  Member,      // x \in s
  Xor,         // ^^
  Implies,     // ==>
  Iff,         // <==>
  Let,         // \let text = t; t
  // Two children or more.
  Comparison,  // t0 relations[0] t1 relations[1] t2 ...: the conjunction of neighbours
  And,         // a && b && c is one node; (a && b) && c is two
  Or,
  // Three children.
  Conditional,  // c ? t : e
  // Any number of children: the arguments.
  Call,     // text{labels}(...): a logic function or predicate of the user
  Builtin,  // text{labels}(...) or just text; `text` has its backslash: "\valid", "\max"
  Set,      // { t, t }
  // `binders`, and one child: the body.
  Forall,
  Exists,
  Lambda,
  // `binders`, and one or two children: { t | binders; p }
  Comprehension,
};
inline constexpr std::size_t term_kind_count =
    static_cast<std::size_t>(TermKind::Comprehension) + 1;

enum class Relation : std::uint8_t { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };

struct TermNode;
/// Immutable and shared. Null where a term is absent.
using Term = std::shared_ptr<const TermNode>;

/// A name with a place: a label (`Here`, `Old`, `Pre`, `Post`, `LoopEntry`, `LoopCurrent`, `Init`
/// or one of the program), the name of a behavior or of a type parameter.
struct Identifier {
  std::string text;
  SourceRange range;
};

/// One step from a type to the next: a pointer to it, or an array of it.
struct Derivation {
  enum class Kind : std::uint8_t { Pointer, Array };
  Kind kind = Kind::Pointer;
  bool is_const = false;     // of the pointer itself
  bool is_volatile = false;  // of the pointer itself
  Term size;                 // of an array; null in `a[]`
};

/// A C type or a logic type, as written.
struct Type {
  enum class Kind : std::uint8_t {
    Keywords,  // void, char, unsigned long, _Bool, ...: `name` in one canonical order
    Struct,    // struct name
    Union,
    Enum,
    Named,  // a typedef, a logic type or a type parameter; also integer, real, boolean
  };
  SourceRange range;
  Kind kind = Kind::Named;
  std::string name;  // "unsigned long", "size_t", "integer"
  bool is_const = false;
  bool is_volatile = false;
  std::vector<Type> arguments;  // of a polymorphic logic type: list<integer>
  /// In the order in which they are applied: `int *a[3]` is {Pointer, Array 3}, `int (*a)[3]` is
  /// {Array 3, Pointer}.
  std::vector<Derivation> derivations;

  bool is_logic(const char* logic_name) const {
    return kind == Kind::Named && name == logic_name && derivations.empty();
  }
};

/// A quantified variable or a parameter. `int *p, i` are two, each with its own type.
struct Binder {
  SourceRange range;  // of the declarator
  std::string name;
  Type type;
};

struct TermNode {
  TermKind kind = TermKind::True;
  std::uint32_t depth = 1;  // of the tree; the parser's trees are at most max_term_depth deep
  SourceRange range;
  std::string text;
  std::vector<Term> children;
  std::vector<Relation> relations;  // Comparison: one less than children
  std::vector<Identifier> labels;
  std::vector<Binder> binders;
  std::shared_ptr<const Type> type;

  TermNode() = default;
  TermNode(const TermNode&) = default;
  TermNode& operator=(const TermNode&) = default;
  TermNode(TermNode&&) = default;
  TermNode& operator=(TermNode&&) = default;
  /// Frees trees of any depth without recursion.
  ~TermNode();
};

/// Deeper terms are refused with a located error, so that whoever walks over one may recurse.
inline constexpr std::uint32_t max_term_depth = 1'000;

/// Fills in `depth`.
Term make_term(TermNode node);
Term make_term(TermKind kind, const SourceRange& range, std::vector<Term> children,
               std::string text = {});

/// The same tree; ranges do not matter. Without recursion.
bool equal(const Term& a, const Term& b);
bool equal(const Type& a, const Type& b);
bool equal(const Binder& a, const Binder& b);

/// "<=", ...
const char* spelling(Relation relation);

}  // namespace pawl::frontend::acsl
