// SPDX-License-Identifier: Apache-2.0
//
// Terms and predicates of ACSL as IL expressions. The two are one language here: where a truth
// value is wanted, an integer stands for "not 0". Numbers are mathematical integers; C types
// matter for what memory holds, casts, sizeof and bits. Terms are at most max_term_depth deep.
#include "frontends/acsl/operators.h"
#include "frontends/c/acsl/acsl.h"
#include "frontends/c/acsl/shift.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/array_lengths.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/types.h"
#include "gcl/build.h"

namespace pawl::frontend::c {

using acsl::Relation;
using acsl::TermKind;
using gcl::Kind;

LogicValue Acsl::of_integer(Expr e, clang::QualType type) const {
  Value value;
  value.kind = Value::Kind::Integer;
  value.expr = e;
  value.type = type;
  return value;
}

LogicValue Acsl::of_truth(Expr e) const {
  Value value;
  value.kind = Value::Kind::Truth;
  value.expr = e;
  return value;
}

gcl::Expr Acsl::integer(const Value& value, const Term& t) {
  switch (value.kind) {
    case Value::Kind::Integer: return value.expr;
    case Value::Kind::Truth: return code_.truth(value.expr);
    case Value::Kind::Pointer: refuse(t, "a pointer used as a number");
    case Value::Kind::Place: break;
  }
  refuse(t, "a struct or an array used as a number");
}

gcl::Expr Acsl::truth(const Value& value, const Term& t) {
  if (value.kind == Value::Kind::Truth) return value.expr;
  if (value.kind == Value::Kind::Pointer) return code_.nonzero(value.pointer.object);
  return code_.nonzero(integer(value, t));
}

gcl::Expr Acsl::integer(const Term& t, const Scope& scope) { return integer(term(t, scope), t); }
gcl::Expr Acsl::truth(const Term& t, const Scope& scope) { return truth(term(t, scope), t); }

LogicValue Acsl::term(const Term& t, const Scope& scope) {
  const auto child = [&](std::size_t i) { return t->children[i]; };
  switch (t->kind) {
    case TermKind::Integer: return of_integer(number(*t));
    case TermKind::Character: return of_integer(character(*t));
    case TermKind::Name: return name(t, scope);
    case TermKind::True: return of_truth(c_.true_());
    case TermKind::False: return of_truth(c_.false_());
    case TermKind::Null: {
      Value null;
      null.kind = Value::Kind::Pointer;
      null.pointer = {c_.int_const(0), Expr()};
      return null;
    }
    case TermKind::Result: return result(t, scope);
    case TermKind::Not: return of_truth(gcl::mk_not(c_, truth(child(0), scope)));
    case TermKind::Positive: return of_integer(integer(child(0), scope));
    case TermKind::Negate: {
      const Expr operand = integer(child(0), scope);
      return of_integer(gcl::mk_sub(c_, c_.int_const(0), operand));
    }
    case TermKind::BitNot:  // of two's complement without end
      return of_integer(gcl::mk_sub(c_, c_.int_const(-1), integer(child(0), scope)));
    case TermKind::Dereference:
    case TermKind::Field:
    case TermKind::Arrow:
    case TermKind::Index: {
      State state = scope.here;
      const Location at = place(t, scope, state);
      return load(at, state, t);
    }
    case TermKind::AddressOf: return pointer(t, scope);
    case TermKind::Old:
    case TermKind::At: {
      Scope there = scope;
      const acsl::Identifier old{"Old", t->range};
      there.here = label(t->kind == TermKind::Old ? old : t->labels.front(), scope);
      return term(child(0), there);
    }
    case TermKind::Named: return term(child(0), scope);
    case TermKind::SizeofType: return size_of(c_type(*t->type), t);
    case TermKind::SizeofTerm: {
      const Value value = term(child(0), scope);
      const bool known = value.kind == Value::Kind::Place || !value.type.isNull();
      if (!known || value.kind == Value::Kind::Pointer) refuse(t, "sizeof of this term");
      if (value.kind != Value::Kind::Place) return size_of(value.type, t);
      return size_of(value.place, t);
    }
    case TermKind::Cast: return cast(t, scope);
    case TermKind::Add:
    case TermKind::Subtract:
    case TermKind::Multiply:
    case TermKind::Divide:
    case TermKind::Modulo: return arithmetic(t, scope);
    case TermKind::ShiftLeft:
    case TermKind::ShiftRight:
    case TermKind::BitAnd:
    case TermKind::BitXor:
    case TermKind::BitOr: return bits(t, scope);
    case TermKind::Xor:
      return of_truth(
          gcl::mk_not(c_, gcl::mk_eq(c_, truth(child(0), scope), truth(child(1), scope))));
    case TermKind::Implies:
      return of_truth(gcl::mk_implies(c_, truth(child(0), scope), truth(child(1), scope)));
    case TermKind::Iff:
      return of_truth(gcl::mk_eq(c_, truth(child(0), scope), truth(child(1), scope)));
    case TermKind::And:
    case TermKind::Or: {
      std::vector<Expr> parts;
      for (const Term& one : t->children) parts.push_back(truth(one, scope));
      return of_truth(t->kind == TermKind::And ? gcl::mk_and(c_, parts) : gcl::mk_or(c_, parts));
    }
    case TermKind::Comparison: return comparison(t, scope);
    case TermKind::Conditional: return conditional(t, scope);
    case TermKind::Let: return let(t, scope);
    case TermKind::Call: return call(t, scope);
    case TermKind::Builtin: return builtin(t, scope);
    case TermKind::Forall:
    case TermKind::Exists: return quantified(t, scope);
    case TermKind::Range: return of_integer(open_range(t, scope));
    case TermKind::Real: refuse(t, "a real number");
    case TermKind::String: refuse(t, "a string in an annotation");
    case TermKind::BitImplies:
    case TermKind::BitIff: refuse(t, "this operator on bits");
    case TermKind::Member:
    case TermKind::Set:
    case TermKind::Comprehension:
    case TermKind::Nothing:
    case TermKind::Everything:
    case TermKind::Empty: refuse(t, "a set used as a value");
    case TermKind::Lambda: break;
  }
  refuse(t, "\\lambda");
}

gcl::Expr Acsl::number(const acsl::TermNode& literal) const {
  std::string text = literal.text;
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  unsigned base = 10;
  std::size_t from = 0;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    from = 2;
  } else if (text.size() > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B')) {
    base = 2;
    from = 2;
  } else if (text.size() > 1 && text[0] == '0') {
    base = 8;
    from = 1;
  }
  gcl::Integer value(0);
  for (const char ch : text.substr(from)) {
    const int digit = ch <= '9' ? ch - '0' : (ch | 0x20) - 'a' + 10;
    if (digit < 0 || digit >= static_cast<int>(base)) refuse(literal.range, "this number");
    value = value * gcl::Integer(base) + gcl::Integer(digit);
  }
  return c_.int_const(value.to_string());
}

gcl::Expr Acsl::character(const acsl::TermNode& literal) const {
  static const std::map<char, int> escapes = {{'n', 10},  {'t', 9},   {'r', 13}, {'0', 0},
                                              {'a', 7},   {'b', 8},   {'f', 12}, {'v', 11},
                                              {'\\', 92}, {'\'', 39}, {'"', 34}, {'?', 63}};
  const std::string& text = literal.text;  // with its quotes
  if (text.size() == 3 && text[1] != '\\') {
    return c_.int_const(static_cast<signed char>(text[1]));
  }
  if (text.size() == 4 && text[1] == '\\') {
    if (const auto found = escapes.find(text[2]); found != escapes.end()) {
      return c_.int_const(found->second);
    }
  }
  refuse(literal.range, "this character", "write its number");
}

/// ACSL divides as C does: towards zero. What division by zero gives is not known.
gcl::Expr Acsl::quotient(TermKind kind, Expr left, Expr right) {
  const Expr zero = c_.int_const(0);
  const auto minus = [&](Expr e) { return gcl::mk_sub(c_, zero, e); };
  const Expr division = c_.make(Kind::Div, {left, right});
  const Expr mirrored = c_.make(Kind::Div, {minus(left), right});
  const Expr positive = gcl::mk_le(c_, zero, left);
  const Expr result = gcl::mk_ite(c_, positive, division, minus(mirrored));
  if (kind == TermKind::Divide) return result;
  const Expr rest = c_.make(Kind::Mod, {left, right});
  return gcl::mk_ite(c_, positive, rest, minus(c_.make(Kind::Mod, {minus(left), right})));
}

LogicValue Acsl::arithmetic(const Term& t, const Scope& scope) {
  const Value left = term(t->children[0], scope);
  const Value right = term(t->children[1], scope);
  const auto is_pointer = [](const Value& v) {
    return v.kind == Value::Kind::Pointer || v.kind == Value::Kind::Place;
  };
  if (is_pointer(left) || is_pointer(right)) {
    if (t->kind == TermKind::Add) {
      const bool first = is_pointer(left);
      const Value base = as_pointer(first ? left : right, t);
      return moved(base, integer(first ? right : left, t), t);
    }
    if (t->kind != TermKind::Subtract) refuse(t, "this arithmetic on pointers");
    const Value base = as_pointer(left, t);
    if (!is_pointer(right)) {
      return moved(base, gcl::mk_sub(c_, c_.int_const(0), integer(right, t)), t);
    }
    const Value other = as_pointer(right, t);
    if (!base.pointer.offset || !other.pointer.offset) {
      refuse(t, "the difference of pointers that are not into an array");
    }
    const bool flat = points_to_.is_flat(base.node);
    const bool one_class = points_to_.find(base.node) == points_to_.find(other.node);
    if (!one_class || !base.pointer.outer.empty() || !other.pointer.outer.empty() ||
        (flat && flat_.cells(base.type, base.node) != 1)) {
      refuse(t, "the difference of these pointers");
    }
    return of_integer(gcl::mk_sub(c_, base.pointer.offset, other.pointer.offset));
  }
  const Expr a = integer(left, t);
  const Expr b = integer(right, t);
  switch (t->kind) {
    case TermKind::Add: return of_integer(gcl::mk_add(c_, a, b));
    case TermKind::Subtract: return of_integer(gcl::mk_sub(c_, a, b));
    case TermKind::Multiply: return of_integer(c_.make(Kind::Mul, {a, b}));
    default: return of_integer(quotient(t->kind, a, b));
  }
}

/// Shifts by constants and masks are arithmetic; other operations need operands of C types.
LogicValue Acsl::bits(const Term& t, const Scope& scope) {
  const Value left = term(t->children[0], scope);
  const Value right = term(t->children[1], scope);
  const Expr a = integer(left, t);
  const Expr b = integer(right, t);
  if (t->kind == TermKind::ShiftLeft || t->kind == TermKind::ShiftRight) {
    constexpr std::size_t max_digits = 3;
    if (!b.is(Kind::IntConst) || b.text()[0] == '-' || b.text().size() > max_digits) {
      refuse(t, "a shift by an amount that is not a constant");
    }
    const auto power = gcl::Integer::power_of_two(static_cast<unsigned>(std::stoul(b.text())));
    const Expr factor = c_.int_const(power.to_string());
    return of_integer(c_.make(t->kind == TermKind::ShiftLeft ? Kind::Mul : Kind::Div, {a, factor}));
  }
  if (left.type.isNull() || right.type.isNull()) {
    refuse(t, "an operator on the bits of a mathematical integer",
           "cast both operands to a C type");
  }
  const IntType first = types_.int_type(left.type, {});
  const IntType second = types_.int_type(right.type, {});
  const IntType wide{64, true};
  if (!wide.holds(first) || !wide.holds(second) || options_.ints == IntModel::Ideal) {
    refuse(t, "an operator on the bits of these types");
  }
  const BinaryOp op = t->kind == TermKind::BitAnd  ? BinaryOp::And
                      : t->kind == TermKind::BitOr ? BinaryOp::Or
                                                   : BinaryOp::Xor;
  return of_integer(arithmetic_.binary(op, a, b, wide));
}

gcl::Expr Acsl::same_pointer(const Value& left, const Value& right, const Term& t) {
  const auto is_null = [](const Value& p) {
    return p.pointer.object.is(Kind::IntConst) && p.pointer.object.text() == "0";
  };
  const Expr same = gcl::mk_eq(c_, left.pointer.object, right.pointer.object);
  const auto to_function = [](const Value& p) { return p.type->isFunctionType(); };
  if (is_null(left) || is_null(right) || to_function(left) || to_function(right)) return same;
  const Expr place_too = pointers_.same_place(left.pointer, left.node, right.pointer, right.node);
  if (!place_too) refuse(t, "this comparison of pointers");
  return gcl::mk_and(c_, {same, place_too});
}

gcl::Expr Acsl::compare(Relation relation, const Value& left, const Value& right, const Term& t) {
  const bool equality = relation == Relation::Equal || relation == Relation::NotEqual;
  const auto signed_as = [&](Expr same) {
    return relation == Relation::Equal ? same : gcl::mk_not(c_, same);
  };
  const auto memory = [](const Value& v) {
    return v.kind == Value::Kind::Pointer || v.kind == Value::Kind::Place;
  };
  const auto is_record = [](const Value& v) {
    return v.kind == Value::Kind::Place && v.place.type->isRecordType();
  };
  if (is_record(left) && is_record(right) && equality) {
    std::vector<Expr> mine, theirs, all;
    const auto collect = [&](const Value& from, std::vector<Expr>& into) {
      memory_.for_each_leaf(from.place, [&](const Location& one, Part part) {
        into.push_back(load_part(one, part, from.state));
      });
    };
    collect(left, mine);
    collect(right, theirs);
    if (mine.size() != theirs.size()) refuse(t, "a comparison of different structs");
    for (std::size_t i = 0; i < mine.size(); ++i) {
      if (mine[i].sort() != theirs[i].sort()) refuse(t, "a comparison of different structs");
      all.push_back(gcl::mk_eq(c_, mine[i], theirs[i]));
    }
    return signed_as(gcl::mk_and(c_, all));
  }
  if (memory(left) || memory(right)) {
    const auto pointer_of = [&](const Value& v) -> Value {
      const bool null =
          v.kind == Value::Kind::Integer && v.expr.is(Kind::IntConst) && v.expr.text() == "0";
      if (memory(v) || null) return as_pointer(v, t);
      refuse(t, "a comparison of a pointer with a number");
    };
    const Value first_value = pointer_of(left);
    const Value second_value = pointer_of(right);
    if (equality) return signed_as(same_pointer(first_value, second_value, t));
    const Pointer& a = first_value.pointer;
    const Pointer& b = second_value.pointer;
    const bool one_class = points_to_.find(first_value.node) == points_to_.find(second_value.node);
    if (!one_class || !a.offset || !b.offset || !a.outer.empty() || !b.outer.empty()) {
      refuse(t, "this comparison of pointers");
    }
    const bool swapped = relation == Relation::Greater || relation == Relation::GreaterEqual;
    const Expr first = swapped ? b.offset : a.offset;
    const Expr second = swapped ? a.offset : b.offset;
    const bool strict = relation == Relation::Less || relation == Relation::Greater;
    return gcl::mk_and(c_,
                       {gcl::mk_eq(c_, a.object, b.object),
                        strict ? gcl::mk_lt(c_, first, second) : gcl::mk_le(c_, first, second)});
  }
  if (left.kind == Value::Kind::Truth && right.kind == Value::Kind::Truth && equality) {
    return signed_as(gcl::mk_eq(c_, left.expr, right.expr));
  }
  const Expr a = integer(left, t);
  const Expr b = integer(right, t);
  switch (relation) {
    case Relation::Less: return gcl::mk_lt(c_, a, b);
    case Relation::LessEqual: return gcl::mk_le(c_, a, b);
    case Relation::Greater: return gcl::mk_lt(c_, b, a);
    case Relation::GreaterEqual: return gcl::mk_le(c_, b, a);
    case Relation::Equal:
    case Relation::NotEqual: break;
  }
  return signed_as(gcl::mk_eq(c_, a, b));
}

LogicValue Acsl::comparison(const Term& t, const Scope& scope) {
  std::vector<Value> values;
  for (const Term& one : t->children) values.push_back(term(one, scope));
  std::vector<Expr> parts;
  for (std::size_t i = 0; i < t->relations.size(); ++i) {
    parts.push_back(compare(t->relations[i], values[i], values[i + 1], t));
  }
  return of_truth(gcl::mk_and(c_, parts));
}

LogicValue Acsl::conditional(const Term& t, const Scope& scope) {
  const Expr test = truth(t->children[0], scope);
  const Value yes = term(t->children[1], scope);
  const Value no = term(t->children[2], scope);
  if (yes.kind == Value::Kind::Truth && no.kind == Value::Kind::Truth) {
    return of_truth(gcl::mk_ite(c_, test, yes.expr, no.expr));
  }
  if (yes.kind == Value::Kind::Pointer || yes.kind == Value::Kind::Place ||
      no.kind == Value::Kind::Pointer || no.kind == Value::Kind::Place) {
    const Value first = as_pointer(yes, t);
    const Value second = as_pointer(no, t);
    Value chosen = first.type.isNull() ? second : first;
    const Pointer a = pointers_.shaped(first.pointer, chosen.node);
    const Pointer b = pointers_.shaped(second.pointer, chosen.node);
    chosen.pointer.object = gcl::mk_ite(c_, test, a.object, b.object);
    if (a.offset) chosen.pointer.offset = gcl::mk_ite(c_, test, a.offset, b.offset);
    if (a.outer.size() != b.outer.size()) refuse(t, "a choice of these pointers");
    for (std::size_t i = 0; i < a.outer.size(); ++i) {
      chosen.pointer.outer[i] = gcl::mk_ite(c_, test, a.outer[i], b.outer[i]);
    }
    return chosen;
  }
  return of_integer(gcl::mk_ite(c_, test, integer(yes, t), integer(no, t)));
}

LogicValue Acsl::size_of(clang::QualType type, const Term& t) {
  if (type->isIncompleteType() || type->isVariableArrayType() || type->isVoidType()) {
    refuse(t, "sizeof of this type");
  }
  return of_integer(c_.int_const(ast_.getTypeSizeInChars(type).getQuantity()));
}

LogicValue Acsl::size_of(const Location& place, const Term& t) {
  if (!lengths_.own_extent(place)) return size_of(place.type, t);
  const Expr lasting =
      lengths_.lasting_extent(place);  // the program keeps that one, whatever it needs
  const Expr extent = lasting ? lasting : lengths_.own_extent(place);
  const Value element = size_of(ast_.getAsArrayType(place.type)->getElementType(), t);
  return of_integer(c_.make(Kind::Mul, {extent, integer(element, t)}));
}

/// The value of the type that is the same modulo its size.
gcl::Expr Acsl::wrapped(Expr value, IntType type) {
  if (options_.ints == IntModel::Ideal) return value;
  if (type.is_bool) return code_.truth(code_.nonzero(value));
  const Expr fits = arithmetic_.in_range(value, type);
  if (fits.is_true()) return value;
  const auto constant = [&](const gcl::Integer& i) { return c_.int_const(i.to_string()); };
  const Expr low = constant(type.min());
  const Expr shifted = c_.make(Kind::Mod, {gcl::mk_sub(c_, value, low), constant(type.modulus())});
  return gcl::mk_ite(c_, fits, value, gcl::mk_add(c_, shifted, low));
}

LogicValue Acsl::cast(const Term& t, const Scope& scope) {
  const Value value = term(t->children[0], scope);
  if (t->type->is_logic("integer")) return of_integer(integer(value, t));
  if (t->type->is_logic("boolean")) return of_truth(truth(value, t));
  const clang::QualType type = c_type(*t->type);
  if (type->isPointerType()) {
    Value converted = as_pointer(value, t);
    const clang::QualType to = type->getPointeeType().getCanonicalType().getUnqualifiedType();
    const clang::QualType from = converted.type;
    const bool same = from.isNull() || from.getCanonicalType().getUnqualifiedType() == to;
    if (!same && !to->isVoidType()) refuse(t, "a cast to a pointer of another type");
    if (from.isNull()) converted.type = type->getPointeeType();
    return converted;
  }
  if (!type->isIntegralOrEnumerationType()) refuse(t, "a cast to this type");
  return of_integer(wrapped(integer(value, t), types_.int_type(type, {})), type);
}

LogicValue Acsl::let(const Term& t, const Scope& scope) {
  Scope inner = scope;
  inner.names.emplace_back(t->text, term(t->children[0], scope));
  return term(t->children[1], inner);
}

LogicValue Acsl::quantified(const Term& t, const Scope& scope) {
  Scope inner = scope;
  std::vector<Expr> variables, facts;
  const std::size_t binders = binders_.size();
  for (const acsl::Binder& binder : t->binders) {
    inner.names.emplace_back(binder.name, bound(binder, variables, facts, t));
  }
  Expr body = truth(t->children[0], inner);
  binders_.resize(binders);
  const Expr fact = gcl::mk_and(c_, facts);
  const bool all = t->kind == TermKind::Forall;
  body = all ? gcl::mk_implies(c_, fact, body) : gcl::mk_and(c_, {fact, body});
  if (body.is_true() || body.is_false()) return of_truth(body);
  body = shifted_to_indices(c_, variables, body);
  return of_truth(c_.make_quantifier(all ? Kind::Forall : Kind::Exists, variables, {}, body));
}

LogicValue Acsl::builtin(const Term& t, const Scope& outer) {
  Scope scope = outer;
  if (t->labels.size() == 1) scope.here = label(t->labels.front(), outer);
  if (t->labels.size() > 1) refuse(t, "'" + t->text + "' with these labels");
  const auto& arguments = t->children;
  if (t->text == "\\valid" || t->text == "\\valid_read") {
    std::vector<Expr> all;
    for (const Term& one : arguments) {
      for (const Ranged& each : address_set(one, scope)) {
        all.push_back(is_valid(each, scope.here));
      }
    }
    return of_truth(gcl::mk_and(c_, all));
  }
  if (t->text == "\\separated") {
    std::vector<std::vector<Ranged>> sets;
    sets.reserve(arguments.size());
    for (const Term& one : arguments) sets.push_back(address_set(one, scope));
    std::vector<Expr> all;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      for (std::size_t j = i + 1; j < sets.size(); ++j) {
        for (const Ranged& a : sets[i]) {
          for (const Ranged& b : sets[j]) all.push_back(are_separated(a, b));
        }
      }
    }
    return of_truth(gcl::mk_and(c_, all));
  }
  const auto one_or_two = [&](std::size_t wanted) {
    if (arguments.size() != wanted) refuse(t, "'" + t->text + "' with these arguments");
  };
  if (t->text == "\\max" || t->text == "\\min") {
    one_or_two(2);
    const Expr a = integer(arguments[0], scope);
    const Expr b = integer(arguments[1], scope);
    const Expr less = gcl::mk_le(c_, a, b);
    return of_integer(t->text == "\\min" ? gcl::mk_ite(c_, less, a, b)
                                         : gcl::mk_ite(c_, less, b, a));
  }
  if (t->text == "\\abs") {
    one_or_two(1);
    const Expr a = integer(arguments[0], scope);
    const Expr zero = c_.int_const(0);
    return of_integer(gcl::mk_ite(c_, gcl::mk_lt(c_, a, zero), gcl::mk_sub(c_, zero, a), a));
  }
  refuse(t, "'" + t->text + "'");
}

}  // namespace pawl::frontend::c
