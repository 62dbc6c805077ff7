// SPDX-License-Identifier: Apache-2.0
//
// Random commands over a few variables, small enough that every question about them is decided.
// The same seed gives the same command everywhere: no distribution of the standard library is used.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "gcl/program.h"

namespace pawl::test {

class RandomCommand {
 public:
  struct Features {
    std::vector<gcl::Expr> variables;  // int, bool, [int]int; assigned, havocked and read
    std::vector<std::string> labels;   // outside the command, to exit to
    std::vector<const gcl::Procedure*> callees;
    bool loops = false;
    bool invariants = true;     // on loops; random ones, so most are wrong
    bool conditionals = false;  // if, beside []
  };
  RandomCommand(gcl::Context& context, Features features, std::uint32_t seed)
      : c_(context), features_(std::move(features)), random_(seed) {}

  /// About `statements` of them, nested blocks included.
  gcl::Block command(int statements);
  gcl::Expr formula(int size);
  gcl::Expr integer(int size);
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

 private:
  gcl::Stmt statement(int budget);
  gcl::Stmt simple();
  gcl::Stmt loop(int budget);
  gcl::Stmt call();
  gcl::Expr any_variable();
  gcl::Expr variable(gcl::Sort sort);  // null when there is none
  gcl::Expr value(gcl::Sort sort);
  gcl::Located located(gcl::Expr e) const { return {e, {}}; }

  gcl::Context& c_;
  Features features_;
  std::mt19937 random_;
  std::vector<std::string> open_labels_;
  int label_count_ = 0;
  int loop_depth_ = 0;
};

}  // namespace pawl::test
