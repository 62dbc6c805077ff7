// SPDX-License-Identifier: Apache-2.0
//
// Preconditions by trial: as long as a check of the function fails, what would exclude it is added
// to the contract, the weakest guess first (measures.h), and the whole is judged again, loop
// invariants inferred. What is safe then is made small: a clause goes if the judge proves the
// rest without it, or is replaced by a weaker one. That the rest can be kept is shown by runs from
// it to the end of the function that enter its loops, which the interpreter has replayed: where
// only a contradiction would help, nothing is proposed.
#include "contracts/propose.h"

#include <algorithm>
#include <functional>

#include "contracts/ensures.h"
#include "contracts/measures.h"
#include "support/source.h"

namespace pawl::contracts {
namespace {

using frontend::c::FunctionOutline;
using gcl::ObligationKind;
using result::Fate;
using result::ObligationResult;

constexpr int max_rounds = 16;

/// Of what C leaves undefined, or of a contract that is relied on for it.
bool is_about_safety(const ObligationResult& one) {
  if (one.kind == ObligationKind::Precondition) return true;
  for (const char* check : {"bounds", "null", "div0", "overflow", "shift"}) {
    if (one.check == check) return true;
  }
  return false;
}

/// What fails in a run, if anything does: of the rest it may not be known that it holds, since
/// nobody has looked for invariants then.
std::vector<const ObligationResult*> failing(const result::ProcedureResult& judged) {
  std::vector<const ObligationResult*> refuted, open;
  for (const ObligationResult& one : judged.obligations) {
    if (!is_about_safety(one) || one.fate == Fate::Proved) continue;
    (one.fate == Fate::Refuted ? refuted : open).push_back(&one);
  }
  return refuted.empty() ? open : refuted;
}

bool is_safe(const std::optional<result::ProcedureResult>& judged) {
  return judged && judged->failure == result::Reason::None && failing(*judged).empty();
}

bool keeps_contract(const std::optional<result::ProcedureResult>& judged) {
  return is_safe(judged) && std::ranges::all_of(judged->obligations, [](const auto& one) {
           return one.kind != ObligationKind::Postcondition || one.fate == Fate::Proved;
         });
}

std::string signature(const std::vector<Measure>& measures) {
  std::string text;
  for (const Measure& one : measures) {
    for (const Clause& clause : one.clauses) text += clause.text + "\n";
    text += ";";
  }
  return text;
}

std::string check_text(const ObligationResult& one) {
  if (one.kind == ObligationKind::Precondition) return "a precondition of a call";
  return "the check for " + one.check;
}

/// What stands there, in one line, without the keyword and the semicolon of a clause.
std::string written(const std::string& text, const result::Place& place, std::string_view keyword) {
  const SourceFile file("", text);
  const std::string_view line = file.line(place.line);
  if (place.column == 0 || place.column > line.size() || place.end_line != place.line) return {};
  std::string_view found = line.substr(place.column - 1, place.end_column - place.column);
  if (found.starts_with(keyword)) found.remove_prefix(keyword.size());
  if (found.ends_with(";")) found.remove_suffix(1);
  return std::string(found);
}

class Search {
 public:
  Search(std::string_view text, const std::vector<FunctionOutline>& functions,
         const FunctionOutline& function, Contracts& contracts, Judge& judge)
      : text_(text),
        functions_(functions),
        function_(function),
        contracts_(contracts),
        judge_(judge) {}

  Proposal operator()() {
    Proposal proposal;
    proposal.function = function_.name;
    if (!make_safe(proposal)) return proposal;
    if (!contract_.requires_.empty()) {
      make_small();
      if (!can_be_kept()) {
        proposal.why_not =
            "no run to the end of the function and through its loops was found that keeps what "
            "would be needed";
        return proposal;
      }
    }
    add_assigns();
    add_ensures();
    proposal.contract = contract_;
    return proposal;
  }

 private:
  std::string with(const Contract& contract) {
    contracts_[function_.name] = contract;
    std::string changed = with_contracts(text_, functions_, contracts_, Layout::OneLine);
    contracts_.erase(function_.name);
    return changed;
  }

  std::optional<result::ProcedureResult> judged(const Contract& contract, Question question) {
    return judge_(with(contract), function_.name, question);
  }

  result::Place original(result::Place place) {
    contracts_[function_.name];
    const std::uint32_t shift = lines_before(function_.line, functions_, contracts_);
    contracts_.erase(function_.name);
    place.line -= std::min(place.line, shift);
    place.end_line -= std::min(place.end_line, shift);
    return place;
  }

  static const result::Place& place_of(const ObligationResult& one) {
    return one.formula_place.line == 0 || one.kind == ObligationKind::Precondition
               ? one.at
               : one.formula_place;
  }

  /// Adds what is needed; false: there is nothing left to try.
  bool make_safe(Proposal& proposal) {
    std::map<std::string, std::size_t> tried;
    for (int round = 0; round < max_rounds; ++round) {
      const auto now = judged(contract_, Question::Safe);
      if (is_safe(now)) return true;
      if (!now || (now->failure != result::Reason::None && failing(*now).empty())) {
        proposal.why_not = "it could not be analysed";
        return false;
      }
      bool added = false;
      std::set<std::string> in_this_round;
      for (const ObligationResult* one : failing(*now)) {
        const auto measures = measures_for(function_, *one, original(place_of(*one)));
        const std::string name = signature(measures);
        if (!in_this_round.insert(name).second || tried[name] >= measures.size()) continue;
        for (const Clause& clause : measures[tried[name]++].clauses) contract_.set(clause);
        added = true;
      }
      if (added) continue;
      const ObligationResult& open = *failing(*now).front();
      proposal.at = original(place_of(open));
      proposal.why_not =
          check_text(open) + " here is not proved with any precondition that was tried";
      return false;
    }
    proposal.why_not = "too many preconditions were tried";
    return false;
  }

  void make_small() {
    for (std::size_t i = contract_.requires_.size(); i-- > 0;) {
      Contract without = contract_;
      without.requires_.erase(without.requires_.begin() + static_cast<std::ptrdiff_t>(i));
      if (is_safe(judged(without, Question::Safe))) {
        contract_ = without;
        continue;
      }
      for (const std::string& weaker : contract_.requires_[i].weaker) {
        Contract changed = contract_;
        changed.requires_[i].text = weaker;
        if (!is_safe(judged(changed, Question::Safe))) continue;
        contract_ = changed;
        break;
      }
    }
  }

  bool reached(const std::vector<std::size_t>& loops) {
    contracts_[function_.name] = contract_;
    const std::string changed = with_witness(text_, functions_, contracts_, function_, loops);
    contracts_.erase(function_.name);
    const auto run = judge_(changed, function_.name, Question::Run);
    return run && std::ranges::any_of(run->obligations, [](const ObligationResult& one) {
             return one.kind == ObligationKind::Assertion && one.fate == Fate::Refuted &&
                    one.real_run && one.formula.find("pawl_") != std::string::npos;
           });
  }

  /// One run through all loops, or one through each.
  bool can_be_kept() {
    std::vector<std::size_t> all(function_.loops.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    if (reached(all)) return true;
    return all.size() > 1 &&
           std::ranges::all_of(all, [&](std::size_t loop) { return reached({loop}); });
  }

  void add_assigns() {
    if (function_.writes_elsewhere) return;
    Contract more = contract_;
    more.assigns = assigned(function_, contract_);
    more.assigns_known = true;
    if (keeps_contract(judged(more, Question::Contract))) contract_ = more;
  }

  /// What follows at the end from what is known of the loops, and from nothing else.
  void add_ensures() {
    if (function_.loops.empty()) return;
    const auto known = judge_.annotated(with(contract_), function_.name);
    if (!known) return;
    const std::vector<Promise> guesses = promises_for(function_, known->invariants);
    if (guesses.empty()) return;
    Contract more = contract_;
    std::vector<Promise> holding = that_hold(guesses, known->text);
    holding = without_empty(holding, that_hold(empty_forms_of(holding), known->text));
    more.ensures = worth_saying(holding);
    if (more.ensures.empty()) return;
    if (keeps_contract(judged(more, Question::Contract))) contract_ = more;
  }

  std::vector<Promise> that_hold(std::vector<Promise> guesses, const std::string& annotated) {
    const std::string head(
        text_.substr(function_.start, function_.body.begin + 1 - function_.start));
    const std::string before = to_text(contract_, Layout::OneLine);
    const std::size_t at = annotated.find(before + head);
    if (at == std::string::npos) return {};
    // A failing run may end the work on the others: without that one they are judged again.
    while (!guesses.empty()) {
      Contract all = contract_;
      for (const Promise& one : guesses) all.ensures.push_back(one.text);
      std::string changed = annotated;
      changed.replace(at, before.size(), to_text(all, Layout::OneLine));
      const auto now = judge_(changed, function_.name, Question::Annotated);
      if (!now || now->failure != result::Reason::None) return {};
      std::set<std::string> refuted, open;
      for (const ObligationResult& one : now->obligations) {
        if (one.fate == Fate::Proved) continue;
        // With an annotation that is not proved, nothing is known of the end.
        if (one.kind != ObligationKind::Postcondition) return {};
        (one.fate == Fate::Refuted ? refuted : open)
            .insert(written(changed, one.formula_place, "ensures "));
      }
      const std::set<std::string>& wrong = refuted.empty() ? open : refuted;
      const std::size_t gone =
          std::erase_if(guesses, [&](const Promise& one) { return wrong.contains(one.text); });
      if (wrong.empty()) return guesses;
      if (gone == 0) return {};
    }
    return {};
  }

  std::string_view text_;
  const std::vector<FunctionOutline>& functions_;
  const FunctionOutline& function_;
  Contracts& contracts_;
  Judge& judge_;
  Contract contract_;
};

/// Callees before callers; in text order where they call each other.
std::vector<const FunctionOutline*> bottom_up(const std::vector<FunctionOutline>& functions) {
  std::vector<const FunctionOutline*> order;
  std::set<std::string> seen;
  const std::function<void(const FunctionOutline&)> visit = [&](const FunctionOutline& one) {
    if (!seen.insert(one.name).second) return;
    for (const FunctionOutline& other : functions) {
      if (one.calls.contains(other.name)) visit(other);
    }
    order.push_back(&one);
  };
  for (const FunctionOutline& one : functions) visit(one);
  return order;
}

void find_open_calls(std::string_view text, const std::vector<FunctionOutline>& functions,
                     const Contracts& contracts, Judge& judge, std::vector<OpenCall>& found) {
  const std::string changed = with_contracts(text, functions, contracts, Layout::OneLine);
  for (const FunctionOutline& caller : functions) {
    const bool concerned = std::ranges::any_of(caller.calls, [&](const std::string& name) {
      const auto contract = contracts.find(name);
      return contract != contracts.end() && !contract->second.requires_.empty();
    });
    if (!concerned || contracts.contains(caller.name)) continue;
    const auto judged = judge(changed, caller.name, Question::Safe);
    if (!judged) continue;
    for (const ObligationResult& one : judged->obligations) {
      if (one.kind != ObligationKind::Precondition || one.fate == Fate::Proved) continue;
      OpenCall call{caller.name, one.at, written(changed, one.formula_place, "requires "),
                    one.fate == Fate::Refuted};
      call.place.line -= lines_before(caller.line, functions, contracts);
      found.push_back(call);
    }
  }
}

}  // namespace

Contracts Proposals::contracts() const {
  Contracts found;
  for (const Proposal& one : functions) {
    if (one.proposed() && !one.contract.says_nothing()) found[one.function] = one.contract;
  }
  return found;
}

Proposals propose(std::string_view text, const std::vector<FunctionOutline>& functions,
                  const std::set<std::string>& only, Judge& judge) {
  Proposals proposals;
  Contracts contracts;
  for (const FunctionOutline* one : bottom_up(functions)) {
    if (one->has_contract || one->name == "main") continue;
    if (!only.empty() && !only.contains(one->name)) continue;
    Proposal proposal = Search(text, functions, *one, contracts, judge)();
    if (proposal.proposed() && !proposal.contract.says_nothing()) {
      contracts[one->name] = proposal.contract;
    }
    proposals.functions.push_back(std::move(proposal));
  }
  if (!contracts.empty()) {
    find_open_calls(text, functions, contracts, judge, proposals.open_calls);
  }
  return proposals;
}

}  // namespace pawl::contracts
