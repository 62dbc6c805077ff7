// SPDX-License-Identifier: Apache-2.0
//
// Control-flow graphs written down: the statements of each block as text, and where it goes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gcl/cfg.h"
#include "tests/support/parsed.h"

namespace pawl::test {

struct BlockText {
  std::string statements;
  std::string condition;             // of two targets; "*" for none
  std::vector<std::size_t> targets;  // none: the end
  enum class End { Finish, Halt } end = End::Finish;
};

inline BlockText go(std::string statements, std::size_t target) {
  return {std::move(statements), "", {target}};
}
inline BlockText branch(std::string statements, std::string condition, std::size_t then_target,
                        std::size_t else_target) {
  return {std::move(statements), std::move(condition), {then_target, else_target}};
}
inline BlockText finish(std::string statements) { return {std::move(statements), "", {}}; }
inline BlockText halt(std::string statements) {
  return {std::move(statements), "", {}, BlockText::End::Halt};
}

/// Over the integers a, b, c, n, x, y. Block k is on line k + 2 of `test.gcl`.
class TestGraph {
 public:
  explicit TestGraph(const std::vector<BlockText>& blocks) : parsed(text(blocks)) {
    const gcl::Block& body = *parsed.procedure().body;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      gcl::BasicBlock& block = cfg.blocks.emplace_back();
      // The last statement holds the condition: `if condition {}`.
      const auto& labeled = std::get<gcl::LabeledBlock>(body[i].node);
      block.statements = labeled.body;
      std::optional<gcl::Located> condition;
      if (blocks[i].targets.size() == 2) {
        condition = std::get<gcl::If>(block.statements.back().node).condition;
        block.statements.pop_back();
      }
      block.range = body[i].range;
      end(block, blocks[i], condition);
    }
  }

  gcl::Cfg cfg;
  Parsed parsed;

 private:
  static std::string text(const std::vector<BlockText>& blocks) {
    std::string result = "procedure p() { var a: int, b: int, c: int, n: int, x: int, y: int;\n";
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      result += "block B" + std::to_string(i) + " {" + blocks[i].statements;
      if (blocks[i].targets.size() == 2) result += " if " + blocks[i].condition + " {}";
      result += "}\n";
    }
    return result + "}\n";
  }

  static void end(gcl::BasicBlock& block, const BlockText& text,
                  const std::optional<gcl::Located>& condition) {
    if (text.targets.size() == 1) {
      block.end = gcl::Goto{text.targets[0]};
    } else if (text.targets.size() == 2) {
      block.end = gcl::Branch{condition, text.targets[0], text.targets[1]};
    } else if (text.end == BlockText::End::Finish) {
      block.end = gcl::Finish{};
    } else {
      block.end = gcl::Halt{};
    }
  }
};

}  // namespace pawl::test
