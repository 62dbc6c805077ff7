// SPDX-License-Identifier: Apache-2.0
//
// Logic functions and predicates, axioms and lemmas.
//
// A definition that does not depend on itself is expanded where it is used, with the memory of
// the arguments. The others become IL functions of the memory that their pointers lead to, a map
// a label, and of their arguments. A recursive definition f(x) = ... f(x - 1) ... is two axioms,
//     f(x) == ... f$below(x - 1) ...    and    f(x) == f$below(x)
// both for terms f(x) that somebody wrote, so that unfolding ends [Leino, fuel].
#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/types.h"
#include "gcl/build.h"

namespace pawl::frontend::c {

using acsl::TermKind;
using gcl::Kind;

namespace {

bool is_pointer(const acsl::Type& type) { return !type.derivations.empty(); }

template <class Visit>
void for_each_term(const acsl::Term& root, Visit visit) {
  std::vector<acsl::Term> work = {root};
  while (!work.empty()) {
    const acsl::Term t = work.back();
    work.pop_back();
    if (!t) continue;
    visit(t);
    work.insert(work.end(), t->children.begin(), t->children.end());
  }
}

}  // namespace

/// By name and number of parameters: what may depend on itself counts as recursive.
void Acsl::find_recursion() {
  const auto depends = [&](const Function& from) {
    std::set<std::size_t> found;
    if (from.function == nullptr || !from.function->body) return found;
    for_each_term(from.function->body, [&](const Term& t) {
      if (t->kind != TermKind::Call && t->kind != TermKind::Name) return;
      for (std::size_t i = 0; i < functions_.size(); ++i) {
        const bool same = functions_[i].name() == t->text &&
                          functions_[i].parameters().size() == t->children.size();
        if (same) found.insert(i);
      }
    });
    return found;
  };
  std::vector<std::set<std::size_t>> direct;
  for (const Function& one : functions_) direct.push_back(depends(one));
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    std::set<std::size_t> seen;
    std::vector<std::size_t> work(direct[i].begin(), direct[i].end());
    while (!work.empty()) {
      const std::size_t next = work.back();
      work.pop_back();
      if (seen.insert(next).second) {
        work.insert(work.end(), direct[next].begin(), direct[next].end());
      }
    }
    functions_[i].recursive = seen.contains(i);
  }
}

/// How well an argument suits a parameter: a C type its own type best, a mathematical integer
/// only if nothing else does. Negative: not at all.
int Acsl::fit(const acsl::Binder& parameter, const Value& argument) {
  constexpr int exact = 2;
  const bool memory = argument.kind == Value::Kind::Pointer ||
                      (argument.kind == Value::Kind::Place && argument.place.type->isArrayType());
  if (memory != is_pointer(parameter.type)) return -1;
  if (argument.kind == Value::Kind::Place && !memory) return -1;
  if (!memory) {
    if (parameter.type.is_logic("integer") || parameter.type.is_logic("boolean")) return 1;
    if (argument.type.isNull()) return 0;
    return ast_.hasSameUnqualifiedType(c_type(parameter.type), argument.type) ? exact : 0;
  }
  if (argument.kind == Value::Kind::Pointer && argument.type.isNull()) return 0;
  const clang::QualType wanted = c_type(parameter.type)->getPointeeType();
  const clang::QualType given = argument.kind == Value::Kind::Pointer
                                    ? argument.type
                                    : ast_.getAsArrayType(argument.place.type)->getElementType();
  return ast_.hasSameUnqualifiedType(wanted, given) ? exact : -1;
}

const Acsl::Function& Acsl::overload(const Term& t, const std::vector<Value>& arguments) {
  std::vector<const Function*> best;
  int best_score = -1;
  bool known = false;
  for (const Function& one : functions_) {
    if (one.name() != t->text) continue;
    known = true;
    if (one.parameters().size() != arguments.size()) continue;
    int score = 0;
    for (std::size_t i = 0; i < arguments.size() && score >= 0; ++i) {
      const int each = fit(one.parameters()[i], arguments[i]);
      score = each < 0 ? -1 : score + each;
    }
    if (score < 0 || score < best_score) continue;
    if (score > best_score) best.clear();
    best_score = score;
    best.push_back(&one);
  }
  if (!known) refuse(t, "'" + t->text + "', which is not declared in the logic,");
  if (best.empty()) refuse(t, "'" + t->text + "' with arguments of these types");
  if (best.size() > 1) refuse(t, "'" + t->text + "', which has several meanings here,");
  return *best.front();
}

LogicValue Acsl::converted(const acsl::Binder& parameter, const Value& argument, const Term& t) {
  if (is_pointer(parameter.type)) return as_pointer(argument, t);
  if (parameter.type.is_logic("boolean")) return of_truth(truth(argument, t));
  if (argument.kind == Value::Kind::Integer) return argument;
  return of_integer(integer(argument, t));
}

LogicValue Acsl::call(const Term& t, const Scope& scope) {
  std::vector<Value> arguments;
  for (const Term& one : t->children) arguments.push_back(term(one, scope));
  const Function& function = overload(t, arguments);
  const bool generic = function.function != nullptr ? !function.function->type_parameters.empty()
                                                    : !function.inductive->type_parameters.empty();
  if (generic) refuse(t, "'" + t->text + "', which has type parameters,");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    arguments[i] = converted(function.parameters()[i], arguments[i], t);
  }
  if (!function.recursive && !function.declared_only()) {
    return expand(function, t, scope, std::move(arguments));
  }
  return apply(function, t, scope, arguments);
}

std::vector<LogicState> Acsl::states_of(const Function& function, const Term& t,
                                        const Scope& scope) {
  const std::size_t wanted = std::max<std::size_t>(function.labels().size(), 1);
  if (t->labels.empty() && wanted == 1) return {scope.here};
  if (t->labels.size() != wanted) refuse(t, "'" + t->text + "' with these labels");
  std::vector<State> states;
  for (const acsl::Identifier& one : t->labels) states.push_back(label(one, scope));
  return states;
}

LogicValue Acsl::expand(const Function& function, const Term& t, const Scope& scope,
                        std::vector<Value> arguments) {
  const std::vector<State> states = states_of(function, t, scope);
  Scope inner;
  inner.kind = Scope::Kind::Logic;
  inner.here = states.size() == 1 ? states[0] : State{State::Kind::None, 0};
  for (std::size_t i = 0; i < function.labels().size(); ++i) {
    inner.labels[function.labels()[i].text] = states[i];
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    inner.names.emplace_back(function.parameters()[i].name, std::move(arguments[i]));
  }
  Value value = term(function.function->body, inner);
  if (!function.function->result) return of_truth(truth(value, function.function->body));
  return value;
}

// ---- functions that stay functions ------------------------------------------------------------

gcl::Expr Acsl::bound_name(const std::string& wanted, gcl::Sort sort) {
  const auto taken = std::ranges::count(binders_, wanted);
  binders_.push_back(wanted);
  return c_.bound_var(wanted + std::string(static_cast<std::size_t>(taken) + 1, '\''), sort);
}

/// The classes of memory of a type that functions are about, or else all there are.
std::vector<NodeId> Acsl::classes_of(clang::QualType type) {
  std::vector<NodeId> all = points_to_.classes_of(type);
  std::vector<NodeId> used;
  for (const NodeId one : all) {
    if (instance_nodes_.contains(one)) used.push_back(one);
  }
  return used.empty() ? all : used;
}

NodeId Acsl::memory_for(clang::QualType type, const SourceRange& range) {
  const auto chosen = chosen_memory_.find(type.getCanonicalType().getUnqualifiedType());
  if (chosen != chosen_memory_.end()) return chosen->second;
  const std::vector<NodeId> all = classes_of(type);
  if (all.size() != 1) {
    refuse(range, all.empty() ? "a quantified pointer to memory the program does not have"
                              : "a quantified pointer into one of several parts of memory");
  }
  return all.front();
}

LogicValue Acsl::bound(const acsl::Binder& binder, std::vector<Expr>& variables,
                       std::vector<Expr>& facts, const Term&) {
  const auto fresh = [&](const std::string& name, gcl::Sort sort) {
    variables.push_back(bound_name(name, sort));
    return variables.back();
  };
  if (binder.type.is_logic("integer")) return of_integer(fresh(binder.name, c_.int_sort()));
  if (binder.type.is_logic("boolean")) return of_truth(fresh(binder.name, c_.bool_sort()));
  const clang::QualType type = c_type(binder.type);
  if (type->isIntegralOrEnumerationType()) {
    const Expr variable = fresh(binder.name, c_.int_sort());
    facts.push_back(arithmetic_.in_range(variable, types_.int_type(type, {})));
    return of_integer(variable, type);
  }
  if (!type->isPointerType() || type->isFunctionPointerType()) {
    refuse(binder.range, "a quantified variable of this type");
  }
  Value value;
  value.kind = Value::Kind::Pointer;
  value.type = type->getPointeeType();
  value.node = memory_for(value.type, binder.range);
  value.pointer.object = fresh(binder.name, c_.int_sort());
  const std::size_t rank = points_to_.rank(value.node);
  if (rank > 0) value.pointer.offset = fresh(binder.name + "$off", c_.int_sort());
  for (std::size_t i = 1; i < rank; ++i) {
    value.pointer.outer.push_back(fresh(binder.name + "$off" + std::to_string(i), c_.int_sort()));
  }
  return value;
}

Acsl::Instance& Acsl::instance(const Function& function, const std::vector<Value>& arguments,
                               const Term& t) {
  std::string key = std::to_string(&function - functions_.data());
  for (const Value& one : arguments) {
    if (one.kind != Value::Kind::Pointer) continue;
    if (one.type.isNull()) refuse(t, "\\null as an argument of a recursive definition");
    key += "," + std::to_string(points_to_.find(one.node));
  }
  const auto found = instances_.find(key);
  if (found != instances_.end()) return found->second;
  Instance made;
  made.name = globals_.unique_name(function.name());
  made.labels = std::max<std::size_t>(function.labels().size(), 1);
  const auto& result = function.function != nullptr ? function.function->result : std::nullopt;
  if (!result || result->is_logic("boolean")) {
    made.result = c_.bool_sort();
  } else if (result->is_logic("integer") ||
             (!is_pointer(*result) && c_type(*result)->isIntegralOrEnumerationType())) {
    made.result = c_.int_sort();
  } else {
    refuse(t, "a recursive or axiomatic function with this result");
  }
  // Declared without labels and without `reads`: a function of its arguments alone.
  const bool reads_nothing = function.function != nullptr && !function.function->body &&
                             function.labels().empty() && !function.function->reads;
  if (function.function != nullptr && !function.function->body && !function.labels().empty() &&
      !function.function->reads) {
    refuse(function.function->range, "a function of memory without a clause 'reads'");
  }
  for (const Value& one : arguments) {
    if (one.kind != Value::Kind::Pointer || reads_nothing) continue;
    instance_nodes_.insert(points_to_.find(one.node));
    memory_.for_each_leaf(followed(one, t), [&](const Location& at, Part part) {
      std::vector<Expr> keys;
      const Expr variable = memory_.leaf(at, part, keys);
      if (code_.locals().contains(variable.name()))
        refuse(t, "this argument of a recursive definition");
      if (std::ranges::find(made.memory, variable) == made.memory.end()) {
        made.memory.push_back(variable);
      }
    });
  }
  Instance& stored = instances_.emplace(key, std::move(made)).first->second;
  define(function, stored, arguments);
  return stored;
}

gcl::Expr Acsl::application(const Instance& instance, const std::vector<State>& states,
                            const std::vector<Value>& arguments, const std::string& name) {
  std::vector<Expr> all;
  for (const State& state : states) {
    for (const Expr variable : instance.memory) all.push_back(in_state(variable, state));
  }
  for (const Value& one : arguments) {
    if (one.kind != Value::Kind::Pointer) {
      all.push_back(one.expr);
      continue;
    }
    const Pointer full = pointers_.shaped(one.pointer, one.node);
    all.push_back(full.object);
    if (full.offset) all.push_back(full.offset);
    all.insert(all.end(), full.outer.begin(), full.outer.end());
  }
  if (all.empty()) all.push_back(c_.int_const(0));
  return c_.make_apply(name, instance.result, all);
}

LogicValue Acsl::apply(const Function& function, const Term& t, const Scope& scope,
                       const std::vector<Value>& arguments) {
  const std::vector<State> states = states_of(function, t, scope);
  const Instance& used = instance(function, arguments, t);
  const std::string name = defining_.contains(used.name) ? used.name + "$below" : used.name;
  const Expr value = application(used, states, arguments, name);
  if (used.result == c_.bool_sort()) return of_truth(value);
  return of_integer(value);
}

/// Declares the IL function, and says what it is if there is a definition.
void Acsl::define(const Function& function, const Instance& made,
                  const std::vector<Value>& arguments) {
  const auto outer_binders = std::exchange(binders_, {});
  const auto outer_facts = std::exchange(states_facts_, false);
  const auto outer_ranges = std::exchange(ranges_, {});
  const auto outer_memory = std::exchange(bound_memory_, {});
  const SourceRange range =
      function.function != nullptr ? function.function->range : function.inductive->range;
  std::vector<State> states;
  for (std::size_t i = 0; i < made.labels; ++i) {
    states.push_back({State::Kind::Bound, ++states_});
    for (const Expr variable : made.memory) in_state(variable, states.back());
  }
  std::vector<Expr> variables, facts;
  for (const auto& [state, map] : bound_memory_) variables.push_back(map);
  const std::size_t maps = variables.size();
  Scope scope;
  scope.kind = Scope::Kind::Logic;
  scope.here = states.size() == 1 ? states[0] : State{State::Kind::None, 0};
  for (std::size_t i = 0; i < function.labels().size(); ++i) {
    scope.labels[function.labels()[i].text] = states[i];
  }
  std::vector<Value> values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const acsl::Binder& parameter = function.parameters()[i];
    if (is_pointer(parameter.type)) {
      const clang::QualType type = arguments[i].type.getCanonicalType().getUnqualifiedType();
      const auto saved = chosen_memory_;
      chosen_memory_[type] = arguments[i].node;
      values.push_back(bound(parameter, variables, facts, nullptr));
      chosen_memory_ = saved;
    } else {
      values.push_back(bound(parameter, variables, facts, nullptr));
    }
    scope.names.emplace_back(parameter.name, values.back());
  }
  const Expr left = application(made, states, values, made.name);
  const bool has_body = function.function != nullptr && function.function->body;
  for (const std::string& name : {made.name, made.name + "$below"}) {
    gcl::FunctionDecl declared;
    declared.name = name;
    declared.result = made.result;
    declared.range = range;
    declared.parameters = variables;
    if (variables.empty()) declared.parameters.push_back(c_.bound_var("unit'", c_.int_sort()));
    if (name == made.name || has_body) il_functions_.push_back(std::move(declared));
  }
  if (has_body) {
    defining_.insert(made.name);
    const Value value = term(function.function->body, scope);
    defining_.erase(made.name);
    if (bound_memory_.size() != maps) {
      refuse(range, "a recursive definition that reads memory its parameters do not lead to");
    }
    const Term& body = function.function->body;
    const Expr right = made.result == c_.bool_sort() ? truth(value, body) : integer(value, body);
    const Expr below = application(made, states, values, made.name + "$below");
    const Expr fact = gcl::mk_and(c_, facts);
    for (const Expr equal :
         {gcl::mk_implies(c_, fact, gcl::mk_eq(c_, left, right)), gcl::mk_eq(c_, left, below)}) {
      const Expr formula =
          variables.empty() ? equal : c_.make_quantifier(Kind::Forall, variables, {{left}}, equal);
      il_axioms_.push_back({{formula, range}, range});
    }
  } else if (function.function != nullptr && function.function->reads) {
    for (const Term& one : *function.function->reads) location_set(one, scope);
    if (bound_memory_.size() != maps) {
      refuse(range, "a clause 'reads' about memory the parameters do not lead to");
    }
  }
  binders_ = outer_binders;
  states_facts_ = outer_facts;
  ranges_ = outer_ranges;
  bound_memory_ = outer_memory;
}

// ---- axioms and lemmas --------------------------------------------------------------------------

void Acsl::add_axiom(const acsl::Lemma& lemma) {
  at_ = lemma.range;
  binders_.clear();
  bound_memory_.clear();
  if (!lemma.type_parameters.empty()) refuse(lemma.range, "a lemma with type parameters");
  Scope scope;
  scope.kind = Scope::Kind::Logic;
  for (const acsl::Identifier& one : lemma.labels) {
    scope.labels[one.text] = {State::Kind::Bound, ++states_};
  }
  scope.here = lemma.labels.size() == 1 ? scope.labels[lemma.labels[0].text]
               : lemma.labels.empty()   ? State{State::Kind::Bound, ++states_}
                                        : State{State::Kind::None, 0};
  Expr body = truth(lemma.predicate, scope);
  std::vector<Expr> variables;
  for (const auto& [state, map] : bound_memory_) variables.push_back(map);
  std::vector<std::vector<Expr>> triggers;
  if (!variables.empty() && body.is(Kind::Forall)) {
    variables.insert(variables.end(), body.bound().begin(), body.bound().end());
    triggers = body.triggers();
    body = body.arg(0);
  }
  if (!variables.empty()) body = c_.make_quantifier(Kind::Forall, variables, triggers, body);
  if (!body.is_true()) il_axioms_.push_back({{body, lemma.range}, lemma.range});
}

/// Once for every choice of memory that its quantified pointers may lead to.
void Acsl::add_axioms(const acsl::Lemma& lemma) {
  constexpr std::size_t max_choices = 16;
  std::vector<std::map<clang::QualType, NodeId, QualTypeOrder>> choices;
  choices.emplace_back(chosen_memory_);
  std::set<const void*> seen;
  for_each_term(lemma.predicate, [&](const Term& t) {
    for (const acsl::Binder& binder : t->binders) {
      if (!is_pointer(binder.type)) continue;
      const clang::QualType type =
          c_type(binder.type)->getPointeeType().getCanonicalType().getUnqualifiedType();
      if (!seen.insert(type.getAsOpaquePtr()).second) continue;
      const std::vector<NodeId> classes = classes_of(type);
      std::vector<std::map<clang::QualType, NodeId, QualTypeOrder>> more;
      for (const auto& choice : choices) {
        for (const NodeId one : classes) {
          more.push_back(choice);
          more.back()[type] = one;
        }
      }
      choices = std::move(more);
      if (choices.size() > max_choices)
        refuse(lemma.range, "a lemma about so many parts of memory");
    }
  });
  const auto saved = chosen_memory_;
  for (const auto& choice : choices) {
    chosen_memory_ = choice;
    add_axiom(lemma);
  }
  chosen_memory_ = saved;
}

void Acsl::finish_logic(gcl::Program& program) {
  std::size_t lemmas = 0;
  for (const acsl::Lemma* one : axioms_) {
    const bool is_lemma = one->kind == acsl::Lemma::Kind::Lemma;
    try {
      add_axioms(*one);
      lemmas += is_lemma ? 1 : 0;
    } catch (const Unsupported& what) {
      if (is_lemma) {
        diagnostics_.note(one->range, "the lemma '" + one->name + "' is not assumed: " +
                                          what.message + " is not supported");
      } else {
        diagnostics_.error(what.range, what.message + " is not supported", what.hint);
      }
    }
  }
  if (lemmas > 0) {
    diagnostics_.note(axioms_.front()->range,
                      std::to_string(lemmas) + " lemmas are assumed, not proved");
  }
  for (gcl::FunctionDecl& one : il_functions_) program.functions.push_back(std::move(one));
  for (gcl::AxiomDecl& one : il_axioms_) program.axioms.push_back(std::move(one));
}

}  // namespace pawl::frontend::c
