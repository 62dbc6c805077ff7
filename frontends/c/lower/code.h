// SPDX-License-Identifier: Apache-2.0
//
// The code of one procedure while it is written: blocks, statements in evaluation order,
// temporaries, the activations under way, and the place in the C text that is being lowered. Values
// that wait for others are held here: a statement that would change one saves it first.
#pragma once

#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceLocation.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/cfg.h"
#include "gcl/expr.h"
#include "gcl/program.h"

namespace pawl::frontend::c {

/// What the front end does not model. Thrown where it is met, caught per function, reported.
struct Unsupported {
  SourceRange range;
  std::string message;
  std::string hint;
  bool whole_file = false;  // not to be mended by passing over the function it stands in
};

class Code {
 public:
  explicit Code(const Rooms& rooms);

  /// Of the next procedure.
  void begin(const std::string& procedure);
  /// An activation begins, or ends; its names are known until the procedure is finished.
  void enter(std::unique_ptr<Frame> frame);
  void leave_frame() { frames_.pop_back(); }
  /// Not inlined into another.
  bool in_root() const { return frames_.size() == 1; }
  /// For a name that no other variable has.
  std::size_t fresh_number() { return ++temporaries_; }

  void withhold(const SourceRange& range, const std::string& why);
  void leave_open(const SourceRange& range, const std::string& label);
  void in_cases(const std::function<void(gcl::BlockId, gcl::BlockId)>& decide,
                const SourceRange& range, const std::function<void()>& yes,
                const std::function<void()>& no,
                const std::function<std::vector<gcl::Expr*>()>& parts);
  void not_exact(const SourceRange& range, const std::string& why);
  void exact_only_if(gcl::Expr known, const SourceRange& range, const std::string& why);
  void branch(std::optional<gcl::Located> condition, gcl::BlockId then_target,
              gcl::BlockId else_target);
  Pointer saved(const Pointer& pointer, const SourceRange& range);
  gcl::Expr scaled(std::int64_t factor, gcl::Expr value);
  Frame& frame() { return *frames_.back(); }
  gcl::BlockId new_block(const SourceRange& range);
  void jump(gcl::BlockId target);
  void end_with(decltype(gcl::BasicBlock::end) end);
  void start(gcl::BlockId block) { current_ = block; }
  void emit(gcl::Stmt stmt);
  void emit_assign(gcl::Expr target, gcl::Expr value, const SourceRange& range);
  void emit_assume(gcl::Expr condition, const SourceRange& range);
  void emit_assert(gcl::Expr condition, const SourceRange& range, std::string label = {});
  void need(gcl::Expr condition, Hazard hazard);
  gcl::Expr local(const std::string& name, gcl::Sort sort);
  gcl::Expr temporary(const char* stem, gcl::Sort sort = {});  // int, if not said
  gcl::Expr saved(gcl::Expr value, const SourceRange& range, const char* stem = "tmp");
  gcl::Expr number(std::int64_t value) { return context_.int_const(value); }
  gcl::Expr any_answer();
  gcl::Expr truth(gcl::Expr condition);
  gcl::Expr nonzero(gcl::Expr value);
  SourceRange place(const clang::Stmt* stmt) const { return unit_.place(stmt->getSourceRange()); }
  [[noreturn]] void refuse(clang::SourceRange where, const std::string& message,
                           const std::string& hint = {}) const;
  [[noreturn]] void refuse_here(const std::string& message, const std::string& hint) const;
  const std::vector<std::unique_ptr<Frame>>& all_frames() const { return all_frames_; }
  gcl::Cfg& cfg() { return cfg_; }
  gcl::BlockId current() const { return current_; }
  /// The activations under way, the root first.
  std::vector<Frame*>& frames() { return frames_; }
  std::vector<gcl::Expr>& guards() { return guards_; }
  /// What is being lowered.
  const SourceRange& here() const { return here_; }
  void set_here(const SourceRange& range) { here_ = range; }
  std::vector<gcl::VarDecl>& local_order() { return local_order_; }
  std::map<std::string, gcl::Expr>& locals() { return locals_; }
  const std::string& procedure() const { return procedure_name_; }
  std::set<std::string>& reserved() { return reserved_; }

 private:
  friend class Held;

  /// Control comes from two places: what they leave in `parts` is the same afterwards.
  std::vector<gcl::Expr> leave(const std::vector<gcl::Expr*>& parts, const SourceRange& range);
  void leave_in(const std::vector<gcl::Expr>& merged, const std::vector<gcl::Expr*>& parts,
                const SourceRange& range);
  bool is_lasting(gcl::Expr value) const;
  void save_held_if(const std::function<bool(gcl::Expr)>& concerns);
  void save_held(const gcl::Stmt& stmt);
  void save_held();
  void note_approximation(const SourceRange& range, const std::string& why);
  void refuse_under_guards(const gcl::Stmt& stmt) const;

  const TranslationUnit& unit_;
  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  Diagnostics& diagnostics_;
  Lowered& lowered_;

  std::string procedure_name_;
  gcl::Cfg cfg_;
  gcl::BlockId current_ = 0;
  std::vector<std::unique_ptr<Frame>> all_frames_;
  std::vector<Frame*> frames_;
  std::map<std::string, gcl::Expr> locals_;
  std::vector<gcl::VarDecl> local_order_;
  std::set<std::string> reserved_;  // names of variables that consist of several IL variables
  std::vector<gcl::Expr> guards_;   // what has to hold for the part under way to be evaluated
  SourceRange here_;                // of the expression under way
  std::size_t temporaries_ = 0;
  std::vector<gcl::Expr*> held_;   // parts of operands that wait, the outermost first
  std::set<std::string> lasting_;  // temporaries: no later statement changes one
};

/// While it lives, the value stays what it is, whatever is lowered: a statement that would change
/// it makes it a temporary first. For operands that wait for others.
class Held {
 public:
  template <class Value>
  Held(Code& code, Value& value) : code_(code), before_(code.held_.size()) {
    add(value);
  }
  ~Held() { code_.held_.resize(before_); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

  /// One more, as long as this lives.
  template <class Value>
  void add(Value& value) {
    for (gcl::Expr* part : parts_of(value)) code_.held_.push_back(part);
  }
  void add(const std::vector<gcl::Expr*>& parts) {
    code_.held_.insert(code_.held_.end(), parts.begin(), parts.end());
  }

 private:
  Code& code_;
  std::size_t before_;
};

}  // namespace pawl::frontend::c
