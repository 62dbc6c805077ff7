// SPDX-License-Identifier: Apache-2.0
#include "slam/c2bp.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/printer.h"
#include "slam/procedure_abstraction.h"
#include "slam/symbolic.h"

namespace pawl::slam {

using gcl::Context;
using gcl::Expr;

namespace {

bool is_among(Expr var, const std::vector<gcl::VarDecl>& list) {
  return std::ranges::any_of(list, [&](const gcl::VarDecl& one) { return one.var == var; });
}

/// With a body, in text order; with an entry only those it may call.
std::vector<std::uint32_t> wanted(const gcl::Program& program, const std::string& entry) {
  const auto index = [&](const std::string& name) {
    const auto found = std::ranges::find(program.procedures, name, &gcl::Procedure::name);
    return static_cast<std::uint32_t>(found - program.procedures.begin());
  };
  std::vector<bool> in(program.procedures.size(), entry.empty());
  std::vector<std::uint32_t> work;
  if (!entry.empty()) work.push_back(index(entry));
  while (!work.empty()) {
    const std::uint32_t next = work.back();
    work.pop_back();
    if (in[next]) continue;
    in[next] = true;
    gcl::for_each_stmt(*program.procedures[next].body, [&](const gcl::Stmt& stmt) {
      const auto* call = std::get_if<gcl::Call>(&stmt.node);
      if (call != nullptr) work.push_back(index(call->procedure));
    });
  }
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < in.size(); ++i) {
    if (in[i] && program.procedures[i].body) result.push_back(i);
  }
  return result;
}

std::string name_of(Context& context, Expr predicate) {
  return gcl::print(to_source(context, predicate));
}

}  // namespace

Interface interface_of(Context& context, const gcl::Program& program,
                       const gcl::Procedure& procedure, const std::vector<Expr>& predicates) {
  Interface result;
  for (const Expr predicate : predicates) {
    bool local = false, of_result = false, constant = false, global = false;
    for (const Expr var : gcl::free_vars(predicate)) {
      local |= is_among(var, procedure.locals);
      of_result |= is_among(var, procedure.results);
      constant |= static_cast<bool>(constant_of(context, var));
      global |= is_among(var, program.globals);
    }
    if (local) continue;
    if (!of_result && !constant) result.formals.push_back(predicate);
    if (of_result || constant || global) result.returns.push_back(predicate);
  }
  return result;
}

C2bp::C2bp(Context& context, const gcl::Program& program, C2bpOptions options,
           prover::QueryLog& log)
    : context_(context),
      program_(program),
      options_(std::move(options)),
      strengthener_(context, program, options_.strengthen, log) {}

void C2bp::tell_store(const Abstraction& abstraction, std::uint32_t number) {
  AbstractionStore* store = options_.strengthen.store;
  if (store == nullptr) return;
  const auto texts = [&](const std::vector<Expr>& predicates) {
    std::vector<std::string> result;
    for (const Expr predicate : predicates) result.push_back(name_of(context_, predicate));
    return result;
  };
  const Interface& interface = abstraction.interfaces[number];
  store->enter(program_.procedures[abstraction.sources[number]].name,
               {texts(interface.formals), texts(interface.returns),
                texts(abstraction.locals[number]), texts(abstraction.globals)});
}

Abstraction C2bp::operator()(const PredicateSet& predicates, const std::string& entry) {
  Abstraction result;
  ProcedureAbstraction::Shared shared{result, {}};
  result.globals = predicates.globals();
  for (const Expr predicate : result.globals) {
    result.program.globals.push_back({name_of(context_, predicate), {}});
  }
  result.sources = wanted(program_, entry);
  for (const std::uint32_t source : result.sources) {
    const gcl::Procedure& procedure = program_.procedures[source];
    const std::vector<Expr>& own = predicates.of(procedure.name);
    const Interface interface = interface_of(context_, program_, procedure, own);
    BpProcedure target;
    target.name = procedure.name;
    target.range = procedure.range;
    target.results = static_cast<std::uint32_t>(interface.returns.size());
    target.formals = static_cast<std::uint32_t>(interface.formals.size());
    std::vector<Expr> meaning = interface.formals;
    for (const Expr predicate : own) {
      if (std::ranges::find(interface.formals, predicate) == interface.formals.end()) {
        meaning.push_back(predicate);
      }
    }
    for (const Expr predicate : meaning) {
      target.variables.push_back({name_of(context_, predicate), {}});
    }
    shared.numbers[procedure.name] = static_cast<std::uint32_t>(result.program.procedures.size());
    result.program.procedures.push_back(std::move(target));
    result.locals.push_back(std::move(meaning));
    result.interfaces.push_back(interface);
    result.consistent.emplace_back();
  }
  for (std::uint32_t i = 0; i < result.sources.size(); ++i) {
    const std::string& name = program_.procedures[result.sources[i]].name;
    const StrengthenCounts before = strengthener_.counts();
    tell_store(result, i);
    ProcedureAbstraction(*this, shared, i).run();
    counts_.queries[name] += strengthener_.counts().queries - before.queries;
    counts_.stored[name] += strengthener_.counts().stored - before.stored;
  }
  strengthener_.release();
  return result;
}

}  // namespace pawl::slam
