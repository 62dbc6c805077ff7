// SPDX-License-Identifier: Apache-2.0
//
// Z3 describes an array in many ways: stores over a constant array, a function of its own
// (as-array), a lambda, and functions whose `else` is again an expression of the key. All but the
// first two are read the same way: if the key is only ever compared with constants, the array is
// one value everywhere but at these. Anything else (typically a step function that model-based
// instantiation invented) has no finite description and no value here; its elements still have.
#include "prover/z3_model.h"

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "support/assert.h"

namespace pawl::prover {
namespace {

using gcl::Sort;
using gcl::SortKind;
using gcl::Value;

class ValueReader {
 public:
  ValueReader(const z3::model& model, z3::context& context) : model_(model), context_(context) {}

  /// Recursion over the sort, whose depth the translator bounds.
  std::optional<Value> read(const z3::expr& e, Sort sort) {
    switch (sort.kind()) {
      case SortKind::Bool: return read_bool(e);
      case SortKind::Int: return read_int(e);
      case SortKind::Real: return read_real(e);
      case SortKind::BitVec: return read_bitvec(e, sort.width());
      case SortKind::Uninterpreted: return read_element(e, sort);
      case SortKind::Map: return read_map(e, sort);
    }
    PAWL_UNREACHABLE("every kind of sort should be listed");
  }

 private:
  using Update = std::pair<Value, Value>;

  z3::expr evaluate(const z3::expr& e) const { return model_.eval(e, true); }

  static std::optional<Value> read_bool(const z3::expr& e) {
    if (e.is_true()) return Value::boolean(true);
    if (e.is_false()) return Value::boolean(false);
    return std::nullopt;
  }

  std::optional<Value> read_int(const z3::expr& e) const {
    if (!e.is_numeral()) return std::nullopt;
    return Value::integer(gcl::Integer(Z3_get_numeral_string(context_, e)));
  }

  /// None for algebraic numbers such as the root of 2.
  std::optional<Value> read_real(const z3::expr& e) const {
    if (!e.is_numeral()) return std::nullopt;
    return Value::real(gcl::Rational(Z3_get_numeral_string(context_, e)));
  }

  std::optional<Value> read_bitvec(const z3::expr& e, std::uint32_t width) const {
    if (!e.is_numeral()) return std::nullopt;
    return Value::bitvec(gcl::Integer(Z3_get_numeral_string(context_, e)), width);
  }

  /// Z3 calls the elements of a sort `ref!val!0`, `ref!val!1`, ...
  static std::optional<Value> read_element(const z3::expr& e, Sort sort) {
    if (!e.is_const()) return std::nullopt;
    const std::string name = e.decl().name().str();
    const std::size_t mark = name.rfind("!val!");
    if (mark == std::string::npos) return std::nullopt;
    return Value::element(sort, static_cast<std::uint32_t>(std::stoul(name.substr(mark + 5))));
  }

  std::optional<Value> read_map(z3::expr array, Sort sort) {
    std::vector<Update> updates;  // outermost, that is strongest, first
    while (array.is_app() && array.decl().decl_kind() == Z3_OP_STORE) {
      if (!add_update(array.arg(1), array.arg(2), sort, updates)) return std::nullopt;
      const z3::expr inner = array.arg(0);
      array = inner;
    }
    std::optional<Value> base = read_base(array, sort);
    if (!base) return std::nullopt;
    return updated(std::move(*base), updates);
  }

  bool add_update(const z3::expr& key, const z3::expr& value, Sort sort,
                  std::vector<Update>& updates) {
    std::optional<Value> read_key = read(evaluate(key), sort.key());
    std::optional<Value> read_value = read(evaluate(value), sort.value());
    if (!read_key || !read_value) return false;
    updates.emplace_back(std::move(*read_key), std::move(*read_value));
    return true;
  }

  static Value updated(Value map, const std::vector<Update>& updates) {
    for (auto update = updates.rbegin(); update != updates.rend(); ++update) {
      map = map.store(update->first, update->second);
    }
    return map;
  }

  std::optional<Value> read_base(const z3::expr& array, Sort sort) {
    if (array.is_lambda()) return read_function_of_key(array.body(), sort);
    if (!array.is_app()) return std::nullopt;
    const Z3_decl_kind kind = array.decl().decl_kind();
    if (kind == Z3_OP_CONST_ARRAY) return read_constant(array.arg(0), sort);
    if (kind != Z3_OP_AS_ARRAY) return std::nullopt;
    const z3::func_decl function(context_, Z3_get_as_array_func_decl(context_, array));
    if (!model_.has_interp(function)) return std::nullopt;
    return read_function(model_.get_func_interp(function), sort);
  }

  std::optional<Value> read_constant(const z3::expr& element, Sort sort) {
    std::optional<Value> value = read(evaluate(element), sort.value());
    if (!value) return std::nullopt;
    return Value::map(sort, std::move(*value));
  }

  std::optional<Value> read_function(const z3::func_interp& function, Sort sort) {
    std::vector<Update> updates;
    for (unsigned i = 0; i < function.num_entries(); ++i) {
      const z3::func_entry entry = function.entry(i);
      if (!add_update(entry.arg(0), entry.value(), sort, updates)) return std::nullopt;
    }
    std::optional<Value> base = read_function_of_key(function.else_value(), sort);
    if (!base) return std::nullopt;
    return updated(std::move(*base), updates);
  }

  /// `body` is an expression of variable 0, the key.
  std::optional<Value> read_function_of_key(const z3::expr& body, Sort sort) {
    z3::expr_vector comparisons(context_);
    z3::expr_vector constants(context_);
    if (!collect_comparisons(body, comparisons, constants)) return std::nullopt;
    z3::expr_vector all_false(context_);
    for (unsigned i = 0; i < comparisons.size(); ++i) all_false.push_back(context_.bool_val(false));
    z3::expr elsewhere(body);
    std::optional<Value> map = read_constant(elsewhere.substitute(comparisons, all_false), sort);
    if (!map) return std::nullopt;
    std::vector<Update> updates;
    for (unsigned i = 0; i < constants.size(); ++i) {
      z3::expr_vector key(context_);
      key.push_back(constants[static_cast<int>(i)]);
      z3::expr at_key(body);
      if (!add_update(key[0], at_key.substitute(key), sort, updates)) return std::nullopt;
    }
    return updated(std::move(*map), updates);
  }

  static bool is_constant(const z3::expr& e) { return e.is_numeral() || e.is_const(); }

  /// False when the key occurs other than in an equation with a constant.
  bool collect_comparisons(const z3::expr& body, z3::expr_vector& comparisons,
                           z3::expr_vector& constants) {
    std::unordered_set<unsigned> seen;
    std::vector<z3::expr> todo{body};
    while (!todo.empty()) {
      const z3::expr e(todo.back());
      todo.pop_back();
      if (!seen.insert(Z3_get_ast_id(context_, e)).second) continue;
      if (!e.is_app()) return false;
      if (e.is_eq() && (e.arg(0).is_var() || e.arg(1).is_var())) {
        const z3::expr other = e.arg(0).is_var() ? e.arg(1) : e.arg(0);
        if (!is_constant(other)) return false;
        comparisons.push_back(e);
        constants.push_back(other);
        continue;
      }
      for (unsigned i = 0; i < e.num_args(); ++i) todo.push_back(e.arg(i));
    }
    return true;
  }

  const z3::model& model_;
  z3::context& context_;
};

}  // namespace

Z3Model::Z3Model(std::shared_ptr<Z3Session> session, const z3::model& model, Status status)
    : session_(std::move(session)), model_(model), status_(status) {}

// A scope of the translator of its own: the constants that stand for deep subterms of `e` get
// their values here, in this model only, and are forgotten afterwards.
std::optional<gcl::Value> Z3Model::value(gcl::Expr e) const {
  std::optional<gcl::Value> result;
  session_->translate.push();
  try {
    const std::optional<z3::expr> term = session_->translate(e);
    z3::model model(model_);
    for (const auto& [constant, definition] : session_->builder.take_definitions()) {
      z3::func_decl declaration = constant.decl();
      z3::expr value = model.eval(definition, true);
      model.add_const_interp(declaration, value);
    }
    if (term) {
      result = ValueReader(model, session_->context).read(model.eval(*term, true), e.sort());
    }
  } catch (const z3::exception&) {
    result.reset();
  }
  session_->translate.pop();
  return result;
}

}  // namespace pawl::prover
