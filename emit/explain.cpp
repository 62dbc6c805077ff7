// SPDX-License-Identifier: Apache-2.0
#include "emit/explain.h"

#include <algorithm>
#include <cctype>
#include <ostream>

namespace pawl::emit {
namespace {

using result::LoopResult;
using result::NamedText;
using result::ObligationResult;
using result::Place;
using result::ProcedureResult;
using result::StateText;

std::string where(const Place& place, const SourceFile& file) {
  return to_string(
      SourceRange{&file, {place.line, place.column}, {place.end_line, place.end_column}});
}

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string text_of(const StateText& state) {
  std::vector<std::string> parts;
  for (const NamedText& one : state) parts.push_back(one.name + " = " + one.value);
  return parts.empty() ? "(no variables)" : join(parts);
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Does the formula speak of the variable?
bool speaks_of(const std::string& formula, const std::string& name) {
  for (std::size_t at = formula.find(name); at != std::string::npos;
       at = formula.find(name, at + 1)) {
    const bool begins = at == 0 || !is_name(formula[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == formula.size() || !is_name(formula[end]))) return true;
  }
  return false;
}

class Explanation {
 public:
  Explanation(std::ostream& out, const SourceFile& file) : out_(out), file_(file) {}

  void procedure(const ProcedureResult& procedure) {
    for (const LoopResult& loop : procedure.loops) {
      out_ << "loop " << loop.id << " at " << where(loop.place, file_) << ": ";
      const std::vector<const ObligationResult*> open = open_behind(procedure, loop);
      if (open.empty()) {
        sufficient(procedure, loop);
      } else {
        insufficient(loop, open);
      }
    }
  }

 private:
  /// Not proved, and the state in which it fails was made by this loop.
  static std::vector<const ObligationResult*> open_behind(const ProcedureResult& procedure,
                                                          const LoopResult& loop) {
    std::vector<const ObligationResult*> open;
    for (const ObligationResult& one : procedure.obligations) {
      if (one.fate == result::Fate::Proved || one.fate == result::Fate::Refuted) continue;
      const auto& failure = one.induction_failure;
      const bool here = failure && failure->loop && failure->loop->line == loop.place.line &&
                        failure->loop->column == loop.place.column;
      if (here || (one.fate == result::Fate::Unknown && procedure.loops.size() == 1))
        open.push_back(&one);
    }
    return open;
  }

  void sufficient(const ProcedureResult& procedure, const LoopResult& loop) {
    if (loop.status == result::LoopStatus::Unreachable) {
      out_ << "no run reaches it\n";
      return;
    }
    out_ << (loop.invariant.empty() ? "nothing has to be known about it\n"
                                    : "its invariant is enough\n");
    for (const result::ConjunctResult& conjunct : loop.invariant) {
      out_ << "  " << conjunct.text << '\n';
      for (const std::size_t index : conjunct.needed) {
        const ObligationResult& needs = procedure.obligations[index];
        const Place& place = needs.formula_place.line != 0 ? needs.formula_place : needs.at;
        out_ << "    needed for the " << gcl::to_string(needs.kind) << " at " << where(place, file_)
             << '\n';
      }
      if (conjunct.needed.empty()) out_ << "    true, but nothing needs it\n";
    }
  }

  void insufficient(const LoopResult& loop, const std::vector<const ObligationResult*>& open) {
    out_ << "its invariant is too weak\n";
    for (const result::ConjunctResult& conjunct : loop.invariant) {
      out_ << "  known: " << conjunct.text << '\n';
    }
    if (!loop.incomplete.empty()) out_ << "  the search was cut short: " << loop.incomplete << '\n';
    for (const ObligationResult* one : open) failing(*one);
    tried(loop);
  }

  void failing(const ObligationResult& one) {
    out_ << "  fails: the " << gcl::to_string(one.kind) << " at " << where(one.at, file_) << ": "
         << one.formula << '\n';
    if (!one.induction_failure) {
      out_ << "    the solver does not know (" << to_string(one.reason)
           << "): more --rlimit may help, or a simpler formula\n";
      return;
    }
    const result::InductionFailureText& failure = *one.induction_failure;
    out_ << "    counterexample to induction, a state that no run is known to reach:\n";
    const StateText& at_head = failure.before.empty() ? failure.state : failure.before;
    out_ << "      " << text_of(at_head) << '\n';
    if (!failure.before.empty()) {
      out_ << "    from there the body leads to\n      " << text_of(failure.state) << '\n';
    }
    help(one, failure, at_head);
  }

  /// What the failing formula speaks of and the loop changes: nothing known excludes its values.
  void help(const ObligationResult& one, const result::InductionFailureText& failure,
            const StateText& at_head) {
    std::vector<std::string> changed;
    std::vector<std::string> others;
    StateText values;
    for (const NamedText& value : at_head) {
      if (!speaks_of(one.formula, value.name)) continue;
      const bool havocked =
          std::ranges::find(failure.havocked, value.name) != failure.havocked.end();
      (havocked ? changed : others).push_back(value.name);
      values.push_back(value);
    }
    if (changed.empty()) {  // it depends on them in a roundabout way
      changed = failure.havocked;
      values = at_head;
    }
    out_ << "    what would help: a predicate ";
    if (changed.size() + others.size() > 1) {
      std::vector<std::string> all = changed;
      all.insert(all.end(), others.begin(), others.end());
      out_ << "relating " << join(all);
    } else {
      out_ << "about " << join(changed);
    }
    out_ << " that holds whenever the loop is reached and excludes " << text_of(values) << '\n';
    out_ << "      (or this state is reached after all, and the program is wrong)\n";
  }

  void tried(const LoopResult& loop) {
    if (loop.predicates.empty()) {
      out_ << "  no predicates were tried\n";
      return;
    }
    out_ << "  tried:\n";
    for (const result::PredicateResult& predicate : loop.predicates) {
      out_ << "    " << predicate.text << ": "
           << to_string(predicate.fate != result::PredicateFate::NotTold ? predicate.fate
                        : predicate.used ? result::PredicateFate::Used
                                         : result::PredicateFate::NotUsed)
           << '\n';
    }
  }

  std::ostream& out_;
  const SourceFile& file_;
};

}  // namespace

void write_explanation(std::ostream& out, const result::Result& result, const SourceFile& file) {
  Explanation explanation(out, file);
  for (const ProcedureResult& procedure : result.procedures) explanation.procedure(procedure);
}

}  // namespace pawl::emit
