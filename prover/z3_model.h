// SPDX-License-Identifier: Apache-2.0
//
// From Z3 models to IL values.
#pragma once

#include <memory>
#include <optional>

#include "prover/prover.h"
#include "prover/z3_session.h"

namespace pawl::prover {

class Z3Model final : public Model {
 public:
  enum class Status { Satisfies, Candidate };
  Z3Model(std::shared_ptr<Z3Session> session, const z3::model& model, Status status);

  std::optional<gcl::Value> value(gcl::Expr e) const override;
  bool only_candidate() const override { return status_ == Status::Candidate; }

 private:
  std::shared_ptr<Z3Session> session_;  // keeps the context of model_ alive
  z3::model model_;
  Status status_;
};

}  // namespace pawl::prover
