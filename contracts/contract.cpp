// SPDX-License-Identifier: Apache-2.0
#include "contracts/contract.h"

#include <algorithm>

namespace pawl::contracts {
namespace {

using frontend::c::FunctionOutline;

/// Texts to be put in, by offset; several at one offset in the order they were added.
class Insertions {
 public:
  void add(std::size_t offset, std::string what) { all_[offset] += std::move(what); }
  std::string apply(std::string_view text) const {
    std::string result;
    std::size_t done = 0;
    for (const auto& [offset, what] : all_) {
      result += text.substr(done, offset - done);
      result += what;
      done = offset;
    }
    result += text.substr(done);
    return result;
  }

 private:
  std::map<std::size_t, std::string> all_;
};

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& one : parts) text += (text.empty() ? "" : ", ") + one;
  return text;
}

/// The beginning of the line, if there are only blanks before.
std::size_t line_start(std::string_view text, std::size_t offset) {
  std::size_t begin = offset;
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
  return begin == 0 || text[begin - 1] == '\n' ? begin : offset;
}

void add_contracts(Insertions& insertions, std::string_view text,
                   const std::vector<FunctionOutline>& functions, const Contracts& contracts,
                   Layout layout) {
  for (const FunctionOutline& one : functions) {
    const auto found = contracts.find(one.name);
    if (found == contracts.end()) continue;
    const std::size_t at = line_start(text, one.start);
    insertions.add(at,
                   to_text(found->second, layout, std::string(text.substr(at, one.start - at))));
  }
}

std::string flag(std::size_t loop) { return "pawl_passed_" + std::to_string(loop + 1); }

}  // namespace

const Clause* Contract::find(const std::string& key) const {
  const auto found = std::ranges::find(requires_, key, &Clause::key);
  return found == requires_.end() ? nullptr : &*found;
}

void Contract::set(const Clause& clause) {
  const auto found = std::ranges::find(requires_, clause.key, &Clause::key);
  if (found == requires_.end()) {
    requires_.push_back(clause);
  } else {
    *found = clause;
  }
}

void Contract::drop(const std::string& key) {
  std::erase_if(requires_, [&](const Clause& one) { return one.key == key; });
}

std::string to_text(const Contract& contract, Layout layout, const std::string& indent) {
  std::vector<std::string> clauses;
  for (const Clause& one : contract.requires_) clauses.push_back("requires " + one.text + ";");
  if (contract.assigns_known) {
    clauses.push_back("assigns " +
                      (contract.assigns.empty() ? "\\nothing" : joined(contract.assigns)) + ";");
  }
  for (const std::string& one : contract.ensures) clauses.push_back("ensures " + one + ";");
  if (clauses.empty()) return layout == Layout::OneLine ? "\n" : "";
  std::string text = indent + "/*@ ";
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (i > 0) text += layout == Layout::OneLine ? " " : "\n" + indent + "    ";
    text += clauses[i];
  }
  return text + (layout == Layout::OneLine ? " */\n" : "\n" + indent + "*/\n");
}

std::string with_contracts(std::string_view text, const std::vector<FunctionOutline>& functions,
                           const Contracts& contracts, Layout layout) {
  Insertions insertions;
  add_contracts(insertions, text, functions, contracts, layout);
  return insertions.apply(text);
}

std::uint32_t lines_before(std::uint32_t line, const std::vector<FunctionOutline>& functions,
                           const Contracts& contracts) {
  return static_cast<std::uint32_t>(std::ranges::count_if(functions, [&](const auto& one) {
    return one.line <= line && contracts.contains(one.name);
  }));
}

std::string with_witness(std::string_view text, const std::vector<FunctionOutline>& functions,
                         const Contracts& contracts, const FunctionOutline& function,
                         const std::vector<std::size_t>& loops) {
  Insertions insertions;
  add_contracts(insertions, text, functions, contracts, Layout::OneLine);
  std::string declarations, condition;
  if (loops.empty()) {
    declarations = " int pawl_end = 1;";
    condition = "pawl_end == 1";
  }
  for (const std::size_t loop : loops) {
    declarations += " int " + flag(loop) + " = 0;";
    condition += (condition.empty() ? "" : " && ") + flag(loop) + " == 1";
  }
  const std::string assertion = " /*@ assert !(" + condition + "); */ ";
  insertions.add(function.body.begin + 1, declarations);
  for (const std::size_t loop : loops) {
    const frontend::c::LoopBody& body = function.loops[loop];
    const std::string mark = " " + flag(loop) + " = 1; ";
    insertions.add(body.text.begin + (body.braced ? 1 : 0), body.braced ? mark : "{" + mark);
    if (!body.braced) insertions.add(body.text.end, " }");
  }
  for (const frontend::c::Span& one : function.returns) {
    insertions.add(one.begin, "{" + assertion);
    insertions.add(one.end, " }");
  }
  insertions.add(function.body.end - 1, assertion);
  return insertions.apply(text);
}

}  // namespace pawl::contracts
