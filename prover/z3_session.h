// SPDX-License-Identifier: Apache-2.0
//
// One Z3 context with its solver: the state that Z3Prover may throw away. Throws z3::exception.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "prover/z3_translate.h"

namespace pawl::prover {

struct Z3Session {
  explicit Z3Session(std::uint32_t seed);

  void push();
  void pop();
  void assert_formula(gcl::Expr formula);
  /// Prepares a check under these; those that cannot be given to Z3 are left out.
  void assume(std::span<const gcl::Expr> assumptions);
  z3::check_result check(std::uint64_t rlimit);
  /// What the last check has cost, in Z3's units; 0 if it cannot say.
  std::uint64_t work_of_check();
  /// For each assumption of the last check, is it in Z3's core?
  std::vector<bool> needed();
  /// Some formula that was asserted or assumed is unknown to Z3: "unsat" is right, "sat" is not.
  bool is_incomplete() const { return left_out_ != 0 || assumption_left_out_; }

  z3::context context;
  z3::solver solver;
  Z3Builder builder{context};
  Z3Translator translate{builder};

 private:
  z3::expr literal(gcl::Expr assumption, const z3::expr& term);
  void assert_definitions();

  struct Scope {
    std::size_t names;
    std::size_t left_out;
  };
  std::vector<Scope> scopes_;
  std::size_t left_out_ = 0;
  bool assumption_left_out_ = false;
  // Assumption -> the constant that implies it. Only as long as the implication is asserted.
  std::unordered_map<gcl::Expr, z3::expr> names_;
  std::vector<gcl::Expr> name_trail_;
  z3::expr_vector literals_;                        // of the last check
  std::vector<std::size_t> literal_of_assumption_;  // index into literals_, or none
  std::uint64_t rlimit_ = 0;
  std::uint64_t work_ = 0;  // of all checks
};

}  // namespace pawl::prover
