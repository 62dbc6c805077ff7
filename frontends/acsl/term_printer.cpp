// SPDX-License-Identifier: Apache-2.0
//
// Terms as text, with a stack of what is still to be written instead of recursion. Parentheses
// depend on three things: how tight the place binds, whether text of the same group follows (what
// is open to the right would swallow it), and whether `name:` is readable there.
#include <algorithm>
#include <utility>

#include "frontends/acsl/operators.h"
#include "frontends/acsl/printer.h"
#include "support/assert.h"

namespace pawl::frontend::acsl {
namespace {

struct Place {
  int min_precedence = RangePrecedence;
  bool followed = false;   // an operator or operand of the same group comes after the term
  bool no_naming = false;  // inside of `c ? ... : t`
};

/// Something to write: a term, or text.
struct Piece {
  const TermNode* term = nullptr;
  Place place;
  std::string text;
};

bool needs_parentheses(const TermNode& term, const Place& place) {
  if (!is_open(term.kind)) return precedence(term.kind) < place.min_precedence;
  return place.followed || place.min_precedence >= UnaryPrecedence ||
         (place.no_naming && term.kind == TermKind::Named);
}

std::string join_labels(const std::vector<Identifier>& labels) {
  if (labels.empty()) return {};
  std::string out = "{";
  for (const Identifier& label : labels) out += (&label == labels.data() ? "" : ",") + label.text;
  return out + "}";
}

/// "integer i, j, int *p": a type is written once for neighbours that share it.
std::string print_binders(const std::vector<Binder>& binders) {
  std::string out;
  const Binder* last = nullptr;
  for (const Binder& binder : binders) {
    if (last != nullptr) out += ", ";
    std::string whole = print(binder);
    if (last != nullptr) {
      Type base = binder.type;
      Type last_base = last->type;
      base.derivations.clear();
      last_base.derivations.clear();
      if (equal(base, last_base)) whole = whole.substr(print(base).size() + 1);
    }
    out += whole;
    last = &binder;
  }
  return out;
}

class TermPrinter {
 public:
  std::string print(const TermNode& term, Place place) {
    todo_.push_back({&term, place, {}});
    while (!todo_.empty()) {
      const Piece piece = std::move(todo_.back());
      todo_.pop_back();
      if (piece.term == nullptr) {
        out_ += piece.text;
      } else {
        expand(*piece.term, piece.place);
      }
    }
    return std::move(out_);
  }

 private:
  void text(std::string written) { pieces_.push_back({nullptr, {}, std::move(written)}); }
  void child(const TermNode& term, std::size_t index, Place place) {
    pieces_.push_back({term.children[index].get(), place, {}});
  }

  void expand(const TermNode& term, Place place) {
    const bool parentheses = needs_parentheses(term, place);
    if (parentheses) {
      place = {};
      text("(");
    }
    write(term, place);
    if (parentheses) text(")");
    std::move(pieces_.rbegin(), pieces_.rend(), std::back_inserter(todo_));
    pieces_.clear();
  }

  void write(const TermNode& term, const Place& place) {
    switch (term.kind) {
      case TermKind::Integer:
      case TermKind::Real:
      case TermKind::Character:
      case TermKind::String: return text(term.text);
      case TermKind::Name: return text(term.text + join_labels(term.labels));
      case TermKind::True: return text("\\true");
      case TermKind::False: return text("\\false");
      case TermKind::Null: return text("\\null");
      case TermKind::Result: return text("\\result");
      case TermKind::Nothing: return text("\\nothing");
      case TermKind::Everything: return text("\\everything");
      case TermKind::Empty: return text("\\empty");
      case TermKind::Not: return prefix("!", term);
      case TermKind::Negate: return prefix("-", term);
      case TermKind::Positive: return prefix("+", term);
      case TermKind::BitNot: return prefix("~", term);
      case TermKind::Dereference: return prefix("*", term);
      case TermKind::AddressOf: return prefix("&", term);
      case TermKind::SizeofTerm: return group("sizeof(", term, ")");
      case TermKind::SizeofType:
        return text("sizeof(" + pawl::frontend::acsl::print(*term.type) + ")");
      case TermKind::Cast: return cast(term);
      case TermKind::Field: return selection(term, ".");
      case TermKind::Arrow: return selection(term, "->");
      case TermKind::Index:
        child(term, 0, {PostfixPrecedence, true, true});
        text("[");
        child(term, 1, {});
        return text("]");
      case TermKind::Old: return group("\\old(", term, ")");
      case TermKind::At: return group("\\at(", term, ", " + term.labels[0].text + ")");
      case TermKind::Named: text(term.text + ": "); return child(term, 0, body(place));
      case TermKind::Range: return range(term);
      case TermKind::Let:
        text("\\let " + term.text + " = ");
        child(term, 0, {OpenPrecedence, false, false});
        text("; ");
        return child(term, 1, body(place));
      case TermKind::Member: return member(term, place);
      case TermKind::Comparison: return comparison(term, place);
      case TermKind::Conditional: return conditional(term, place);
      case TermKind::Call: return call(term, place);
      case TermKind::Builtin: return call(term, place);
      case TermKind::Set: return list("{ ", term, " }", {set_element_precedence, true, true});
      case TermKind::Forall: return quantifier("\\forall ", term, place);
      case TermKind::Exists: return quantifier("\\exists ", term, place);
      case TermKind::Lambda: return quantifier("\\lambda ", term, place);
      case TermKind::Comprehension: return comprehension(term);
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
      case TermKind::Xor:
      case TermKind::Implies:
      case TermKind::Iff:
      case TermKind::And:
      case TermKind::Or: return infix_operator(term, place);
    }
  }

  /// Of what is open to the right.
  static Place body(const Place& place) {
    return {OpenPrecedence, place.followed, place.no_naming};
  }

  /// match:  -(-x)  &(&x)
  /// result: parentheses, since `--` and `&&` are other tokens
  void prefix(const char* op, const TermNode& term) {
    const bool repeated = term.children[0]->kind == term.kind &&
                          (term.kind == TermKind::Negate || term.kind == TermKind::Positive ||
                           term.kind == TermKind::AddressOf);
    if (repeated) return group(op + std::string("("), term, ")");
    text(op);
    child(term, 0, {UnaryPrecedence, true, true});
  }

  /// match:  (T)(-x)
  /// result: parentheses, since `(T) - x` is a difference to those who do not know T
  void cast(const TermNode& term) {
    const std::string target = "(" + pawl::frontend::acsl::print(*term.type) + ")";
    const TermKind kind = term.children[0]->kind;
    if (term.type->kind == Type::Kind::Named &&
        (kind == TermKind::Negate || kind == TermKind::Positive || kind == TermKind::Dereference ||
         kind == TermKind::AddressOf)) {
      return group(target + "(", term, ")");
    }
    text(target);
    child(term, 0, {UnaryPrecedence, true, true});
  }

  /// `1.f` and `0xe->f` are malformed numbers.
  void selection(const TermNode& term, const char* op) {
    const TermNode& base = *term.children[0];
    const bool number = base.kind == TermKind::Integer || base.kind == TermKind::Real;
    if (number && (*op == '.' || base.text.find_last_of("eE") == base.text.size() - 1)) {
      return group("(", term, std::string(")") + op + term.text);
    }
    child(term, 0, {PostfixPrecedence, true, true});
    text(op + term.text);
  }

  void group(std::string left, const TermNode& term, std::string right) {
    text(std::move(left));
    child(term, 0, {});
    text(std::move(right));
  }

  void range(const TermNode& term) {
    if (term.children[0]) {
      child(term, 0, {OpenPrecedence, true, false});
      text(" ");
    }
    text("..");
    if (term.children[1]) {
      text(" ");
      child(term, 1, {OpenPrecedence, false, false});
    }
  }

  void infix_operator(const TermNode& term, const Place& place) {
    const InfixOperator& op = *infix(term.kind);
    const std::size_t last = term.children.size() - 1;
    for (std::size_t i = 0; i <= last; ++i) {
      const bool same_level = (op.associativity == Associativity::Left && i == 0) ||
                              (op.associativity == Associativity::Right && i == last);
      child(term, i,
            {op.precedence + (same_level ? 0 : 1), i < last || place.followed, place.no_naming});
      if (i < last) text(" " + std::string(spelling(op.tok)) + " ");
    }
  }

  void comparison(const TermNode& term, const Place& place) {
    for (std::size_t i = 0; i < term.children.size(); ++i) {
      const bool last = i + 1 == term.children.size();
      child(term, i, {ComparisonPrecedence + 1, !last || place.followed, place.no_naming});
      if (!last) text(std::string(" ") + spelling(term.relations[i]) + " ");
    }
  }

  void member(const TermNode& term, const Place& place) {
    child(term, 0, {ComparisonPrecedence + 1, true, place.no_naming});
    text(" \\in ");
    child(term, 1, {ComparisonPrecedence + 1, place.followed, place.no_naming});
  }

  void conditional(const TermNode& term, const Place& place) {
    child(term, 0, {IffPrecedence, true, place.no_naming});
    text(" ? ");
    child(term, 1, {OpenPrecedence, false, true});
    text(" : ");
    child(term, 2, body(place));
  }

  void call(const TermNode& term, const Place&) {
    const std::string name = term.text + join_labels(term.labels);
    if (term.kind == TermKind::Builtin && term.children.empty()) return text(name);
    list(name + "(", term, ")", {});
  }

  void list(std::string left, const TermNode& term, std::string right, const Place& element) {
    text(std::move(left));
    for (std::size_t i = 0; i < term.children.size(); ++i) {
      if (i > 0) text(", ");
      child(term, i, element);
    }
    text(std::move(right));
  }

  void quantifier(const char* word, const TermNode& term, const Place& place) {
    text(word + print_binders(term.binders) + "; ");
    child(term, 0, body(place));
  }

  void comprehension(const TermNode& term) {
    text("{ ");
    child(term, 0, {set_element_precedence, true, true});
    text(" | " + print_binders(term.binders));
    if (term.children.size() > 1) {
      text("; ");
      child(term, 1, {OpenPrecedence, false, false});
    }
    text(" }");
  }

  std::string out_;
  std::vector<Piece> todo_;    // in reverse
  std::vector<Piece> pieces_;  // of the term at hand
};

std::string print_specifiers(const Type& type) {
  std::string out;
  if (type.is_const) out += "const ";
  if (type.is_volatile) out += "volatile ";
  if (type.kind == Type::Kind::Struct) out += "struct ";
  if (type.kind == Type::Kind::Union) out += "union ";
  if (type.kind == Type::Kind::Enum) out += "enum ";
  out += type.name;
  if (type.arguments.empty()) return out;
  out += "<";
  for (const Type& argument : type.arguments) {
    out += (&argument == type.arguments.data() ? "" : ", ") + print(argument);
  }
  return out + ">";
}

/// From the name outwards: what was applied last is nearest to it.
std::string print_declarator(const std::vector<Derivation>& derivations, std::string out) {
  bool after_pointer = false;
  for (std::size_t left = derivations.size(); left > 0; --left) {
    const Derivation& step = derivations[left - 1];
    if (step.kind == Derivation::Kind::Pointer) {
      std::string star = "*";
      if (step.is_const) star += "const ";
      if (step.is_volatile) star += "volatile ";
      if (out.empty() && star.back() == ' ') star.pop_back();
      out.insert(0, star);
      after_pointer = true;
      continue;
    }
    if (after_pointer) out.insert(0, "(").push_back(')');
    out += "[" + (step.size ? print(step.size) : std::string()) + "]";
    after_pointer = false;
  }
  return out;
}

}  // namespace

std::string print(const Term& term) {
  PAWL_ASSERT(term, "a term to print should not be null");
  return TermPrinter().print(*term, {OpenPrecedence, false, false});
}

std::string print(const Type& type) {
  const std::string declarator = print_declarator(type.derivations, {});
  return print_specifiers(type) + (declarator.empty() ? "" : " " + declarator);
}

std::string print(const Binder& binder) {
  return print_specifiers(binder.type) + " " +
         print_declarator(binder.type.derivations, binder.name);
}

}  // namespace pawl::frontend::acsl
