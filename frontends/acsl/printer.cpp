// SPDX-License-Identifier: Apache-2.0
#include "frontends/acsl/printer.h"

#include <utility>

namespace pawl::frontend::acsl {
namespace {

std::string join(const std::vector<Term>& terms) {
  std::string out;
  for (const Term& term : terms) out += (&term == terms.data() ? "" : ", ") + print(term);
  return out;
}

std::string join(const std::vector<Identifier>& names, const char* separator = ", ") {
  std::string out;
  for (const Identifier& name : names) out += (&name == names.data() ? "" : separator) + name.text;
  return out;
}

std::string join(const std::vector<Binder>& binders) {
  std::string out;
  for (const Binder& binder : binders)
    out += (&binder == binders.data() ? "" : ", ") + print(binder);
  return out;
}

std::string prefix(Strength strength) {
  switch (strength) {
    case Strength::Both: return "";
    case Strength::Check: return "check ";
    case Strength::Admit: return "admit ";
  }
  return "";
}

std::string for_prefix(const std::vector<Identifier>& behaviors) {
  return behaviors.empty() ? "" : "for " + join(behaviors) + ": ";
}

/// The lines of an annotation.
class Printer {
 public:
  std::vector<std::string> lines;

  void add(const Contract& contract) {
    if (!contract.for_behaviors.empty()) line("for " + join(contract.for_behaviors) + ":");
    for (const PredicateClause& c : contract.common.requires_) clause("requires", c);
    for (const PredicateClause& c : contract.terminates) clause("terminates", c);
    if (contract.decreases) line("decreases " + variant(*contract.decreases));
    rest(contract.common);
    for (const Behavior& behavior : contract.behaviors) {
      line("behavior " + behavior.name + ":");
      indent_ += "  ";
      for (const PredicateClause& c : behavior.assumes) clause("assumes", c);
      for (const PredicateClause& c : behavior.requires_) clause("requires", c);
      rest(behavior);
      indent_.resize(indent_.size() - 2);
    }
    for (const BehaviorsClause& c : contract.completeness) {
      const bool complete = c.kind == BehaviorsClause::Kind::Complete;
      line(std::string(complete ? "complete" : "disjoint") + " behaviors" +
           (c.names.empty() ? "" : " ") + join(c.names) + ";");
    }
  }

  void add(const Assertions& assertions) {
    for (const Assertion& a : assertions.assertions) {
      line(for_prefix(a.for_behaviors) +
           (a.strength == Strength::Both ? "assert " : prefix(a.strength)) + print(a.predicate) +
           ";");
    }
  }

  /// `for a:` concerns all clauses up to the next one, so the clauses without come first.
  void add(const LoopAnnotation& loop) {
    loop_clauses(loop, [](const std::vector<Identifier>& behaviors) { return behaviors.empty(); });
    loop_clauses(loop, [](const std::vector<Identifier>& behaviors) { return !behaviors.empty(); });
    if (loop.variant) line("loop variant " + variant(*loop.variant));
    if (!loop.predicates.empty()) line("loop_predicate " + join(loop.predicates) + ";");
    for (const Binder& binder : loop.skolem_constants)
      line("skolem_constant " + print(binder) + ";");
    for (const Term& t : loop.candidate_invariants) line("loop_invariant " + print(t) + ";");
  }

  void add(const Ghost& ghost) { line("ghost " + ghost.code); }

  void add(const Declarations& declarations) {
    for (const Declaration& d : declarations.declarations) add(d);
  }

 private:
  void line(const std::string& text) { lines.push_back(indent_ + text); }

  void clause(const char* word, const PredicateClause& c) {
    line(prefix(c.strength) + word + " " + print(c.predicate) + ";");
  }

  static std::string assigns(const AssignsClause& c) {
    return "assigns " + join(c.locations) + (c.from ? " \\from " + join(*c.from) : "") + ";";
  }
  static std::string allocation(const AllocationClause& c) {
    const bool frees = c.kind == AllocationClause::Kind::Frees;
    return (frees ? "frees " : "allocates ") + join(c.locations) + ";";
  }
  static std::string variant(const VariantClause& c) {
    return print(c.measure) + (c.relation ? " for " + c.relation->text : "") + ";";
  }

  /// What behaviors and whole contracts have alike.
  void rest(const Behavior& behavior) {
    for (const AssignsClause& c : behavior.assigns) line(assigns(c));
    for (const AllocationClause& c : behavior.allocations) line(allocation(c));
    for (const PredicateClause& c : behavior.ensures) clause("ensures", c);
    for (const PredicateClause& c : behavior.exits) clause("exits", c);
    for (const PredicateClause& c : behavior.breaks) clause("breaks", c);
    for (const PredicateClause& c : behavior.continues) clause("continues", c);
    for (const PredicateClause& c : behavior.returns) clause("returns", c);
  }

  template <class Select>
  void loop_clauses(const LoopAnnotation& loop, Select select) {
    for (const LoopInvariant& c : loop.invariants) {
      if (select(c.for_behaviors)) {
        line(for_prefix(c.for_behaviors) + prefix(c.strength) + "loop invariant " +
             print(c.predicate) + ";");
      }
    }
    for (const LoopAssigns& c : loop.assigns) {
      if (select(c.for_behaviors)) line(for_prefix(c.for_behaviors) + "loop " + assigns(c.clause));
    }
    for (const LoopAllocation& c : loop.allocations) {
      if (select(c.for_behaviors)) {
        line(for_prefix(c.for_behaviors) + "loop " + allocation(c.clause));
      }
    }
  }

  // ---- Declarations.

  template <class T>
  static std::string head(const T& declared) {
    std::string out = declared.name;
    if (!declared.labels.empty()) out += "{" + join(declared.labels, ",") + "}";
    return out + angles(declared.type_parameters);
  }
  static std::string angles(const std::vector<Identifier>& types) {
    return types.empty() ? "" : "<" + join(types) + ">";
  }
  static std::string parentheses(const std::vector<Binder>& parameters) {
    return parameters.empty() ? "" : "(" + join(parameters) + ")";
  }

  void add(const Declaration& declaration) {
    std::visit([&](const auto& d) { declare(d); }, declaration.value);
  }

  void declare(const LogicFunction& f) {
    std::string out = "predicate ";
    if (f.result) {
      out = "logic " + print(*f.result);
      if (out.back() != '*') out += " ";
    }
    out += head(f) + parentheses(f.parameters);
    if (f.reads) out += " reads " + join(*f.reads);
    if (f.body) out += " = " + print(f.body);
    line(out + ";");
  }
  void declare(const Lemma& lemma) {
    const bool axiom = lemma.kind == Lemma::Kind::Axiom;
    line(prefix(lemma.strength) + (axiom ? "axiom " : "lemma ") + head(lemma) + ": " +
         print(lemma.predicate) + ";");
  }
  void declare(const Inductive& inductive) {
    line("inductive " + head(inductive) + parentheses(inductive.parameters) + " {");
    for (const Lemma& c : inductive.cases) {
      line("  case " + head(c) + ": " + print(c.predicate) + ";");
    }
    line("}");
  }
  void declare(const LogicType& type) {
    line("type " + type.name + angles(type.type_parameters) +
         (type.alias ? " = " + print(*type.alias) : "") + ";");
  }
  void declare(const DataInvariant& invariant) {
    std::string out = invariant.force == DataInvariant::Force::Strong ? "strong "
                      : invariant.force == DataInvariant::Force::Weak ? "weak "
                                                                      : "";
    out += invariant.kind == DataInvariant::Kind::Type ? "type invariant " : "global invariant ";
    out += invariant.name;
    out += invariant.parameter ? "(" + print(*invariant.parameter) + ") = " : ": ";
    line(out + print(invariant.predicate) + ";");
  }
  void declare(const Axiomatic& axiomatic) {
    line("axiomatic " + axiomatic.name + " {");
    indent_ += "  ";
    for (const Declaration& d : axiomatic.declarations) add(d);
    indent_.resize(indent_.size() - 2);
    line("}");
  }

  std::string indent_;
};

}  // namespace

std::string print(const Annotation& annotation) {
  Printer printer;
  std::visit([&](const auto& a) { printer.add(a); }, annotation);
  std::string one_line;
  std::string block = "/*@\n";
  bool closes = false;  // a string with `*/` in it would end the comment
  for (const std::string& line : printer.lines) {
    one_line += " " + line;
    block += "  " + line + "\n";
    closes |= line.find("*/") != std::string::npos;
  }
  if (closes) return "//@" + one_line;
  if (printer.lines.size() == 1) return "/*@" + one_line + " */";
  return block + "*/";
}

}  // namespace pawl::frontend::acsl
