// SPDX-License-Identifier: Apache-2.0
//
// Two passes over the text of a procedure: number its nodes and labels, then connect them. Both
// recurse over blocks, which are nested max_bp_nesting deep at most.
#include "slam/bp_cfg.h"

#include <string>
#include <unordered_map>

#include "support/overloaded.h"

namespace pawl::slam {
namespace {

using Kind = CfgNode::Kind;
using When = CfgEdge::When;

Kind kind_of(const BpStmt& stmt) {
  return std::visit(
      overloaded{
          [](const BpSkip&) { return Kind::Skip; }, [](const BpGoto&) { return Kind::Skip; },
          [](const BpAssign&) { return Kind::Assign; }, [](const BpCall&) { return Kind::Call; },
          [](const BpReturn&) { return Kind::Return; },
          [](const BpAssume&) { return Kind::Assume; },
          [](const BpAssert&) { return Kind::Assert; },
          [](const BpAbortif&) { return Kind::Assume; },
          [](const BpEnforce&) { return Kind::Skip; }, [](const BpDead&) { return Kind::Dead; },
          [](const BpIf&) { return Kind::Test; }, [](const BpWhile&) { return Kind::Test; },
          [](const BpBranch&) { return Kind::Skip; }},
      stmt.node);
}

const BpExpr* condition_of(const BpStmt& stmt) {
  return std::visit(overloaded{[](const BpAssume& n) { return &n.condition; },
                               [](const BpAssert& n) { return &n.condition; },
                               [](const BpAbortif& n) { return &n.condition; },
                               [](const BpWhile& n) { return &n.condition; },
                               [](const BpIf& n) { return &n.arms.front().condition; },
                               [](const auto&) { return static_cast<const BpExpr*>(nullptr); }},
                    stmt.node);
}

class Builder {
 public:
  Builder(BpCfg& cfg, std::uint32_t procedure) : cfg_(cfg), procedure_(procedure) {}

  void run(const BpProcedure& procedure) {
    CfgProcedure& result = cfg_.procedures[procedure_];
    result.first = static_cast<NodeId>(cfg_.nodes.size());
    number(procedure.body);
    result.exit = add(Kind::Exit, nullptr, nullptr);
    exit_ = result.exit;
    result.entry = entry_of(procedure.body, exit_);
    connect(procedure.body, exit_);
  }

 private:
  NodeId add(Kind kind, const BpStmt* stmt, const BpExpr* condition) {
    cfg_.nodes.push_back({kind, procedure_, stmt, condition, {}, enforced_});
    return static_cast<NodeId>(cfg_.nodes.size() - 1);
  }

  void number(const BpBlock& block) {
    const std::size_t outside = enforced_.size();
    for (const BpStmt& stmt : block) {
      if (const auto* enforce = std::get_if<BpEnforce>(&stmt.node)) {
        enforced_.push_back(&enforce->condition);
      }
      const NodeId node = add(kind_of(stmt), &stmt, condition_of(stmt));
      node_of_[&stmt] = node;
      for (const std::string& label : stmt.labels) labels_[label] = node;
      number_blocks(stmt);
    }
    enforced_.resize(outside);
  }

  void number_blocks(const BpStmt& stmt) {
    if (const auto* conditional = std::get_if<BpIf>(&stmt.node)) {
      for (const BpArm& arm : conditional->arms) {
        const bool first = &arm == &conditional->arms.front();
        node_of_[&arm] = first ? node_of_[&stmt] : add(Kind::Test, &stmt, &arm.condition);
        number(arm.body);
      }
      number(conditional->otherwise);
    } else if (const auto* loop = std::get_if<BpWhile>(&stmt.node)) {
      number(loop->body);
    } else if (const auto* branch = std::get_if<BpBranch>(&stmt.node)) {
      for (const BpBlock& choice : branch->choices) number(choice);
    }
  }

  NodeId entry_of(const BpBlock& block, NodeId next) const {
    return block.empty() ? next : node_of_.at(&block.front());
  }

  void edge(NodeId from, NodeId to, When when = When::Always) {
    cfg_.nodes[from].edges.push_back({to, when});
  }

  /// `next` is where control goes from the end of the block.
  void connect(const BpBlock& block, NodeId next) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      connect(block[i], i + 1 < block.size() ? node_of_.at(&block[i + 1]) : next);
    }
  }

  void connect(const BpStmt& stmt, NodeId next) {
    const NodeId node = node_of_.at(&stmt);
    std::visit(overloaded{[&](const BpGoto& jump) {
                            for (const std::string& l : jump.labels) edge(node, labels_.at(l));
                          },
                          [&](const BpReturn&) { edge(node, exit_); },
                          [&](const BpAssume&) { edge(node, next, When::True); },
                          [&](const BpAssert&) { edge(node, next, When::True); },
                          [&](const BpAbortif&) { edge(node, next, When::False); },
                          [&](const BpCall& call) {
                            edge(node, next);
                            cfg_.procedures[call.procedure].callers.push_back(node);
                          },
                          [&](const BpIf& conditional) { connect_if(conditional, next); },
                          [&](const BpWhile& loop) {
                            edge(node, entry_of(loop.body, node), When::True);
                            edge(node, next, When::False);
                            connect(loop.body, node);
                          },
                          [&](const BpBranch& branch) {
                            for (const BpBlock& choice : branch.choices) {
                              edge(node, entry_of(choice, next));
                              connect(choice, next);
                            }
                          },
                          [&](const auto&) { edge(node, next); }},
               stmt.node);
  }

  void connect_if(const BpIf& conditional, NodeId next) {
    for (std::size_t i = 0; i < conditional.arms.size(); ++i) {
      const BpArm& arm = conditional.arms[i];
      const NodeId otherwise = i + 1 < conditional.arms.size()
                                   ? node_of_.at(&conditional.arms[i + 1])
                                   : entry_of(conditional.otherwise, next);
      edge(node_of_.at(&arm), entry_of(arm.body, next), When::True);
      edge(node_of_.at(&arm), otherwise, When::False);
      connect(arm.body, next);
    }
    connect(conditional.otherwise, next);
  }

  BpCfg& cfg_;
  std::uint32_t procedure_;
  NodeId exit_ = 0;
  std::unordered_map<const void*, NodeId> node_of_;  // statements and arms
  std::unordered_map<std::string, NodeId> labels_;
  std::vector<const BpExpr*> enforced_;
};

}  // namespace

BpCfg make_cfg(const BpProgram& program) {
  BpCfg cfg;
  cfg.procedures.resize(program.procedures.size());
  for (std::uint32_t i = 0; i < program.procedures.size(); ++i) {
    Builder(cfg, i).run(program.procedures[i]);
  }
  return cfg;
}

}  // namespace pawl::slam
