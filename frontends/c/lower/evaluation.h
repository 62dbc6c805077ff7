// SPDX-License-Identifier: Apache-2.0
//
// Operands, one after the other: in the order C gives, or to prove in all orders that it allows and
// that make a difference.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "frontends/c/lower/order.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"

namespace pawl::frontend::c {

/// One of several operands. `evaluate` leaves its value in some variable of the caller, whose
/// terms are `parts`.
struct Operand {
  const clang::Expr* expr = nullptr;
  std::function<void()> evaluate;
  std::function<std::vector<gcl::Expr*>()> parts;
  const clang::Expr* also_read = nullptr;  // an lvalue whose value is read as well
};

template <class Value, class Lower>
Operand operand(const clang::Expr* expr, Value& value, Lower lower) {
  return {expr, [&value, lower] { value = lower(); }, [&value] { return parts_of(value); }};
}

class Evaluation {
 public:
  explicit Evaluation(const Rooms& rooms);

  /// Forgets what was under way: a procedure begins.
  void begin() { open_choices_ = 0; }
  Footprints& footprints();
  void evaluate_operands(const std::vector<Operand>& operands, const SourceRange& range);
  void refuse_clash(const clang::Expr* where, const clang::VarDecl* variable) const;
  void check_order(const clang::CallExpr* call);
  void check_order(const std::vector<const clang::Expr*>& operands, const SourceRange& range,
                   const std::string& why);

 private:
  enum class Turns : std::uint8_t { One, Two, Many };
  Turns turns(const std::vector<Operand>& operands, std::vector<std::size_t>& other);
  void evaluate_in_turn(const std::vector<Operand>& operands, const std::vector<std::size_t>& turn);

  const Options& options_;
  Approximation approximation_;
  PointsTo& points_to_;
  Code& code_;

  std::unique_ptr<Footprints> footprints_;
  std::size_t open_choices_ = 0;  // of orders, one in the other
};

}  // namespace pawl::frontend::c
