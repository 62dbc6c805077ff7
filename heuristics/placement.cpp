// SPDX-License-Identifier: Apache-2.0
#include "heuristics/placement.h"

#include <algorithm>

#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::heuristics {
namespace {

using gcl::Block;
using gcl::Stmt;

std::vector<const Block*> blocks_of(const Stmt& stmt) {
  std::vector<const Block*> blocks;
  std::visit(overloaded{
                 [](const gcl::Assert&) {},
                 [](const gcl::Assume&) {},
                 [](const gcl::Assign&) {},
                 [](const gcl::Havoc&) {},
                 [&](const gcl::Choice& choice) {
                   for (const Block& branch : choice.branches) blocks.push_back(&branch);
                 },
                 [&](const gcl::If& branch) {
                   blocks = {&branch.then_branch, &branch.else_branch};
                 },
                 [&](const gcl::While& loop) { blocks = {&loop.body}; },
                 [&](const gcl::LabeledBlock& labeled) { blocks = {&labeled.body}; },
                 [](const gcl::Exit&) {},
                 [](const gcl::Call&) {},
             },
             stmt.node);
  return blocks;
}

bool descend(const Block& block, const gcl::While& loop, std::vector<Frame>& path) {
  for (std::size_t index = 0; index < block.size(); ++index) {
    path.push_back({&block, index});
    if (std::get_if<gcl::While>(&block[index].node) == &loop) return true;
    for (const Block* inner : blocks_of(block[index])) {
      if (descend(*inner, loop, path)) return true;
    }
    path.pop_back();
  }
  return false;
}

}  // namespace

std::vector<Frame> locate(const Block& body, const gcl::While& loop) {
  std::vector<Frame> path;
  const bool found = descend(body, loop, path);
  PAWL_ASSERT(found, "a loop should stand in the body of its procedure");
  return path;
}

}  // namespace pawl::heuristics
