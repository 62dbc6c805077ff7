// SPDX-License-Identifier: Apache-2.0
#include "engine/judge/call_graph.h"

#include <algorithm>

namespace pawl::engine {

std::vector<std::string> entries_of(const gcl::Program& program, const std::string& wanted) {
  std::vector<std::string> all;
  for (const gcl::Procedure& procedure : program.procedures) {
    if (procedure.body) all.push_back(procedure.name);
  }
  const std::string first = wanted.empty() ? "main" : wanted;
  if (std::ranges::find(all, first) != all.end()) return {first};
  if (wanted.empty()) return all;
  return {};
}

std::set<std::string> called_from(const gcl::Program& program,
                                  const std::vector<std::string>& entries) {
  std::set<std::string> found;
  std::vector<std::string> work = entries;
  while (!work.empty()) {
    const std::string name = std::move(work.back());
    work.pop_back();
    const gcl::Procedure* procedure = program.find_procedure(name);
    if (procedure == nullptr || !procedure->body || !found.insert(name).second) continue;
    gcl::for_each_stmt(*procedure->body, [&](const gcl::Stmt& stmt) {
      const auto* call = std::get_if<gcl::Call>(&stmt.node);
      if (call != nullptr) work.push_back(call->procedure);
    });
  }
  return found;
}

}  // namespace pawl::engine
