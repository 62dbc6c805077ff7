// SPDX-License-Identifier: Apache-2.0
//
// Writes the blocks of a control-flow graph as nested statements, after [Ramsey22]; what goes where
// is decided in gcl/cfg_layout.h. A block's code is followed by the blocks that are placed after
// it, the last one outermost:
//
//   block Y2 { block Y1 { X... } Y1... } Y2...
//
// so that X leaves for Y1 or Y2 by an exit, or by reaching the end of what it is in. Every block is
// written at the end of an open frame, so whether a jump needs an exit is a question to its frame.
// Labels nobody needs disappear when a frame is closed. There is a stack of work and one of frames
// in place of recursion.
#include <algorithm>
#include <iterator>
#include <list>
#include <string>
#include <type_traits>
#include <utility>

#include "gcl/build.h"
#include "gcl/cfg.h"
#include "gcl/cfg_layout.h"
#include "gcl/cfg_simplify.h"
#include "gcl/flow.h"
#include "gcl/make_stmt.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

/// Passes over blocks recurse (gcl/README.md).
constexpr std::size_t max_depth = 3'000;
/// Nothing is nested deeper to save the label of a place that many jump to.
constexpr std::size_t readable_depth = 8;
constexpr std::size_t many_jumps = 4;

using Code = std::list<Stmt>;  // joined in constant time

Block to_block(Code& code) {
  return Block(std::make_move_iterator(code.begin()), std::make_move_iterator(code.end()));
}

/// Code being written: of a branch, of a loop's body, or of a block that gets a label when needed.
struct Frame {
  Code code;
  BlockId follow = no_block;  // where control goes from the end
  bool falls = true;          // can the end be reached?
  std::size_t depth = 0;      // of nested statements
  std::string label;          // empty: not needed so far
  /// With a label: the last statement before the one with the first exit to it.
  std::optional<Code::iterator> last_before_exit;
  SourceRange range;  // of the first exit
};
static_assert(std::is_nothrow_move_constructible_v<Frame>, "frames should not be copied");

/// Of the jump at the end of a block, as well as we know it.
SourceRange jump_range(const BasicBlock& block) {
  const auto* branch = std::get_if<Branch>(&block.end);
  if (branch != nullptr && branch->condition && branch->condition->range.known()) {
    return branch->condition->range;
  }
  const bool by_statement = !block.statements.empty() && block.statements.back().range.known();
  return by_statement ? block.statements.back().range : block.range;
}

SourceRange first_range(const BasicBlock& block) {
  if (block.range.known()) return block.range;
  return block.statements.empty() ? jump_range(block) : block.statements.front().range;
}

/// The head only assumes and leaves the loop on one side.
bool tests_condition(const Cfg& cfg, const Flow& flow, BlockId id) {
  if (!flow.head[id] || !only_assumes(cfg.blocks[id])) return false;
  const auto* branch = std::get_if<Branch>(&cfg.blocks[id].end);
  return branch != nullptr && stays_in_loop(flow, id, branch->then_target) !=
                                  stays_in_loop(flow, id, branch->else_target);
}

class Structurer {
 public:
  Structurer(Context& context, Cfg cfg, const Flow& flow, std::string_view label_stem,
             Diagnostics& diagnostics)
      : context_(context),
        cfg_(std::move(cfg)),
        flow_(flow),
        layout_(lay_out(cfg_, flow)),
        label_stem_(label_stem),
        diagnostics_(diagnostics),
        end_(cfg_.blocks.size()),
        frame_of_(cfg_.blocks.size() + 1) {
    for (const auto& from : flow.predecessors) jumps_to_.push_back(from.size());
    jumps_to_.push_back(0);
    for (BlockId id = 0; id < end_; ++id) {
      place_.push_back(jump_range(cfg_.blocks[id]));
      is_while_.push_back(tests_condition(cfg_, flow_, id));
      if (std::holds_alternative<Finish>(cfg_.blocks[id].end)) {
        jumps_to_[end_] += only_ends(cfg_.blocks[id]) ? jumps_to_[id] : 1;
      }
    }
  }

  std::optional<Block> operator()() {
    open(end_);
    open_labeled(end_);
    work_.push_back({Work::Write, cfg_.entry});
    while (!work_.empty() && !too_deep_) {
      const Work next = work_.back();
      work_.pop_back();
      run(next);
    }
    if (too_deep_) return std::nullopt;
    return to_block(top().code);
  }

 private:
  struct Work {
    enum Kind { Write, CloseLabeled, CloseLoop, OpenElse, CloseIf } kind;
    BlockId block;
  };

  Frame& top() { return frames_.back(); }

  void open(BlockId follow) {
    frames_.emplace_back();
    top().follow = follow;
  }

  /// Also schedules its end.
  void open_labeled(BlockId target) {
    work_.push_back({Work::CloseLabeled, target});
    open(target);
    frame_of_[target] = frames_.size() - 1;
  }

  Frame close() {
    Frame closed = std::move(frames_.back());
    frames_.pop_back();
    return closed;
  }

  void run(Work work) {
    switch (work.kind) {
      case Work::Write: return write(work.block);
      case Work::CloseLabeled: return close_labeled();
      case Work::CloseLoop: return close_loop(work.block);
      case Work::OpenElse: return open_else(work.block);
      case Work::CloseIf: return close_if(work.block);
    }
  }

  // Work is done last in, first out.
  void write(BlockId id) {
    BasicBlock& block = cfg_.blocks[id];
    if (flow_.head[id]) {
      open_for(layout_.after_loop[id]);
      work_.push_back({Work::CloseLoop, id});
      open(id);
    }
    if (is_while_[id]) {
      append(top().code, Block(block.statements));
    } else {
      append(top().code, std::move(block.statements));
    }
    if (flow_.head[id]) open_labeled(id);
    open_for(layout_.following[id]);
    if (is_while_[id]) {
      go(id, body_side(id));
    } else {
      finish(id, id);
    }
  }

  void open_for(const std::vector<BlockId>& following) {
    for (std::size_t i = following.size(); i-- > 0;) {
      work_.push_back({Work::Write, following[i]});
      open_labeled(following[i]);
    }
  }

  /// The end of block `id`, reached in the code of `from`.
  void finish(BlockId from, BlockId id) {
    std::visit(overloaded{
                   [&](const Goto& jump) { go(id, jump.target); },
                   [&](const Branch& branch) {
                     work_.push_back({Work::OpenElse, id});
                     open(top().follow);
                     go(id, branch.then_target);
                   },
                   [&](const Finish&) { jump_to(from, end_); },
                   [&](const Halt&) { halt(id); },
               },
               cfg_.blocks[id].end);
  }

  void go(BlockId from, BlockId target) {
    if (target <= from || layout_.placed[target]) return jump_to(from, target);
    if (!only_ends(cfg_.blocks[target])) return work_.push_back({Work::Write, target});
    append(top().code, Block(cfg_.blocks[target].statements));
    finish(from, target);
  }

  void jump_to(BlockId from, BlockId target) {
    if (top().follow != target) exit_to(top(), from, target);
  }

  void exit_to(Frame& inner, BlockId from, BlockId target) {
    Frame& left = frames_[frame_of_[target]];
    if (left.label.empty()) {
      left.label = std::string(label_stem_) + std::to_string(++labels_);
      if (!left.code.empty()) left.last_before_exit = std::prev(left.code.end());
      left.range = place_[from];
    }
    inner.code.push_back({Exit{left.label}, place_[from]});
    inner.falls = false;
  }

  void halt(BlockId id) {
    if (top().code.empty() || !stops(top().code.back())) {
      top().code.push_back(make_assume({context_.false_(), place_[id]}));
    }
    top().falls = false;
  }

  static bool stops(const Stmt& stmt) {
    const auto* assume = std::get_if<Assume>(&stmt.node);
    if (assume != nullptr) return assume->condition.expr.is_false();
    const auto* assertion = std::get_if<Assert>(&stmt.node);
    return assertion != nullptr && assertion->condition.expr.is_false();
  }

  void open_else(BlockId id) {
    work_.push_back({Work::CloseIf, id});
    open(top().follow);  // as for the other side
    go(id, std::get<Branch>(cfg_.blocks[id].end).else_target);
  }

  void close_if(BlockId id) {
    Frame else_side = close();
    Frame then_side = close();
    exit_if_deep(id, then_side, else_side);
    const auto& test = std::get<Branch>(cfg_.blocks[id].end);
    std::optional<Located> condition = test.condition;
    WrittenTest written = {test.range};
    if (else_goes_first(then_side, else_side)) {
      std::swap(then_side, else_side);
      written.negated = true;
      if (condition) condition->expr = mk_not(context_, condition->expr);
    }
    top().falls = then_side.falls || else_side.falls;
    if (then_side.code.empty() && else_side.code.empty()) return;
    // match:  if c { A; exit L; } else { B }
    // result: if c { A; exit L; } B
    Code rest;
    if (!then_side.falls) rest.swap(else_side.code);
    nest(then_side.depth, place_[id]);
    rest.empty() ? nest(else_side.depth, place_[id]) : keep_depth(else_side.depth);
    const SourceRange range = condition ? condition->range : cfg_.blocks[id].range;
    If branch{std::move(condition), to_block(then_side.code), to_block(else_side.code), written};
    top().code.push_back({std::move(branch), range});
    top().code.splice(top().code.end(), rest);
  }

  // match:  if c { A } else { B }, where B is deep and many others jump to where both go
  // result: if c { A; exit L; } else { B }, which becomes if c { A; exit L; } B
  void exit_if_deep(BlockId id, Frame& then_side, Frame& else_side) {
    Frame& shallow = then_side.depth < else_side.depth ? then_side : else_side;
    const std::size_t deepest = std::max(then_side.depth, else_side.depth);
    if (deepest < readable_depth || !then_side.falls || !else_side.falls) return;
    if (jumps_to_[shallow.follow] < many_jumps) return;
    exit_to(shallow, id, shallow.follow);
  }

  /// What does not reach the end goes first, so that the rest need not be nested; of two, a mere
  /// exit.
  static bool else_goes_first(const Frame& then_side, const Frame& else_side) {
    if (then_side.falls != else_side.falls) return then_side.falls;
    if (then_side.falls) return then_side.code.empty();
    return else_side.code.size() == 1 && then_side.code.size() > 1;
  }

  void close_labeled() {
    Frame closed = close();
    if (closed.label.empty()) {
      keep_depth(closed.depth);
      top().code.splice(top().code.end(), closed.code);
      top().falls = closed.falls;
      return;
    }
    // What comes before the statement with the first exit need not be in the block.
    Code inside;
    const auto first =
        closed.last_before_exit ? std::next(*closed.last_before_exit) : closed.code.begin();
    inside.splice(inside.end(), closed.code, first, closed.code.end());
    top().code.splice(top().code.end(), closed.code);
    nest(closed.depth, closed.range);
    const SourceRange range = inside.front().range;
    top().code.push_back({LabeledBlock{closed.label, to_block(inside)}, range});
    top().falls = true;
  }

  void close_loop(BlockId id) {
    Frame body = close();
    BasicBlock& head = cfg_.blocks[id];
    const bool tests = is_while_[id];
    While loop = std::move(head.clauses);
    loop.condition = tests ? loop_condition(id) : Located{context_.true_(), head.range};
    if (tests) loop.written = written_condition(id);
    nest(body.depth, place_[id]);
    loop.body = to_block(body.code);
    top().code.push_back({std::move(loop), head.range});
    top().falls = tests;
    if (!tests) return;
    append(top().code, std::move(head.statements));
    const auto& branch = std::get<Branch>(head.end);
    go(id, body_side(id) == branch.then_target ? branch.else_target : branch.then_target);
  }

  BlockId body_side(BlockId id) const {
    const auto& branch = std::get<Branch>(cfg_.blocks[id].end);
    return stays_in_loop(flow_, id, branch.then_target) ? branch.then_target : branch.else_target;
  }

  std::optional<Located> loop_condition(BlockId id) {
    const auto& branch = std::get<Branch>(cfg_.blocks[id].end);
    std::optional<Located> condition = branch.condition;
    if (condition && body_side(id) != branch.then_target) {
      condition->expr = mk_not(context_, condition->expr);
    }
    return condition;
  }

  WrittenTest written_condition(BlockId id) const {
    const auto& branch = std::get<Branch>(cfg_.blocks[id].end);
    return {branch.range, body_side(id) != branch.then_target};
  }

  void keep_depth(std::size_t depth) { top().depth = std::max(top().depth, depth); }

  void nest(std::size_t depth, SourceRange at) {
    keep_depth(depth + 1);
    if (depth < max_depth || too_deep_) return;
    too_deep_ = true;
    diagnostics_.error(at, "code nested more than " + std::to_string(max_depth) + " deep",
                       "split the function, or the switch with that many cases");
  }

  static void append(Code& code, Block statements) {
    std::ranges::move(statements, std::back_inserter(code));
  }

  Context& context_;
  Cfg cfg_;
  const Flow& flow_;
  Layout layout_;
  std::string_view label_stem_;
  Diagnostics& diagnostics_;
  BlockId end_;                        // of all the code: a number no block has
  std::vector<SourceRange> place_;     // of jumps, by block
  std::vector<bool> is_while_;         // by block
  std::vector<std::size_t> jumps_to_;  // how many, by target
  std::vector<std::size_t> frame_of_;  // by target: the open frame that ends there
  std::vector<Frame> frames_;
  std::vector<Work> work_;
  std::size_t labels_ = 0;
  bool too_deep_ = false;
};

/// Once per loop.
void report_irreducible(const Cfg& cfg, const Flow& flow, Diagnostics& diagnostics) {
  BlockId reported = no_block;
  for (const Flow::Edge& edge : flow.improper) {
    if (edge.to == reported) continue;
    reported = edge.to;
    const Flow::Edge jump = jump_into_loop(flow, edge);
    const SourceRange from = jump_range(cfg.blocks[jump.from]);
    diagnostics.error(from.known() ? from : first_range(cfg.blocks[jump.to]),
                      "jump into a loop: the control flow is irreducible",
                      "let every goto into a loop lead to the place where the loop begins");
    diagnostics.note(first_range(cfg.blocks[edge.to]), "the loop is also entered here");
  }
}

}  // namespace

std::optional<Block> structure(Context& context, Cfg cfg, std::string_view label_stem,
                               Diagnostics& diagnostics) {
  PAWL_ASSERT(cfg.entry < cfg.blocks.size(), "a graph should have its entry");
  for (const BasicBlock& block : cfg.blocks) {
    for_each_target(block, [&](BlockId target) {
      PAWL_ASSERT(target < cfg.blocks.size(), "a jump should lead to a block of the graph");
    });
  }
  simplify(context, cfg);
  cfg = in_reverse_post_order(std::move(cfg));
  const Flow any_order = analyze_flow(cfg);
  if (!any_order.improper.empty()) {
    report_irreducible(cfg, any_order, diagnostics);
    return std::nullopt;
  }
  const Preference preference = main_line_last(cfg, any_order);
  cfg = in_reverse_post_order(std::move(cfg), preference);
  const Flow flow = analyze_flow(cfg);
  return Structurer(context, std::move(cfg), flow, label_stem, diagnostics)();
}

}  // namespace pawl::gcl
