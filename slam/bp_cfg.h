// SPDX-License-Identifier: Apache-2.0
//
// Control-flow graphs of a Boolean program: one node per statement (one per condition of an `if`)
// in the order of the text, and one exit per procedure. An edge is one step, so the length of a
// path is the number of statements that were executed.
#pragma once

#include <cstdint>
#include <vector>

#include "slam/bp_program.h"

namespace pawl::slam {

/// Numbers all nodes of the program, procedure by procedure.
using NodeId = std::uint32_t;

struct CfgEdge {
  enum class When : std::uint8_t { Always, True, False };
  NodeId target = 0;
  When when = When::Always;  // of the node's condition
};

struct CfgNode {
  enum class Kind : std::uint8_t {
    Skip,    // skip, goto, branch, enforce
    Test,    // if, elsif, while: edges True and False
    Assume,  // assume, assert and abortif: one edge, with the condition
    Assert,
    Assign,
    Dead,
    Return,
    Call,  // the edge leads to where it returns
    Exit,
  };
  Kind kind = Kind::Skip;
  std::uint32_t procedure = 0;
  const BpStmt* stmt = nullptr;       // none for an exit
  const BpExpr* condition = nullptr;  // Test, Assume, Assert
  std::vector<CfgEdge> edges;
  std::vector<const BpExpr*> enforced;  // before and after this statement
};

struct CfgProcedure {
  NodeId entry = 0;
  NodeId first = 0;  // nodes [first, exit] belong to it
  NodeId exit = 0;
  std::vector<NodeId> callers;  // the calls of this procedure
};

struct BpCfg {
  std::vector<CfgNode> nodes;
  std::vector<CfgProcedure> procedures;

  const BpCall& call(NodeId node) const { return std::get<BpCall>(nodes[node].stmt->node); }
};

/// Linear. The program passed check_bp() and outlives the graph.
BpCfg make_cfg(const BpProgram& program);

}  // namespace pawl::slam
