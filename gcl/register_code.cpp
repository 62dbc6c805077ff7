// SPDX-License-Identifier: Apache-2.0
//
// One pass over the statements with a stack of open blocks; expressions by recursion, as deep as
// `max_depth`: deeper ones are evaluated whole.
#include "gcl/register_code.h"

#include <algorithm>
#include <optional>

#include "gcl/moments.h"
#include "gcl/traverse.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

constexpr std::size_t max_depth = 500;

bool is_narrow(Sort sort) { return sort.kind() == SortKind::BitVec && sort.width() <= 64; }

/// Does the machine have all of it? Otherwise the expression is evaluated whole.
bool is_plain(Expr root) {
  bool plain = true;
  std::unordered_map<Expr, std::size_t> depth;
  post_order(root, [&](Expr e) {
    std::size_t below = 0;
    for (const Expr arg : e.args()) below = std::max(below, depth.at(arg));
    depth[e] = below + 1;
    plain &= below < max_depth;
    switch (e.kind()) {
      case Kind::BoundVar:
      case Kind::Apply:
      case Kind::Forall:
      case Kind::Exists:
      case Kind::Old:
      case Kind::Entry:
      case Kind::RealDiv: plain = false; break;
      default: break;
    }
  });
  return plain;
}

class Compiler {
 public:
  Compiler(const Program& program, InvariantChecks invariants,
           const std::unordered_set<Expr>& watched)
      : program_(program), invariants_(invariants), watched_(watched) {}

  ProgramCode operator()() {
    out_.program = &program_;
    for (const ConstDecl& constant : program_.constants) declare_global(constant.var);
    for (const VarDecl& global : program_.globals) declare_global(global.var);
    for (std::size_t i = 0; i < program_.procedures.size(); ++i) {
      numbers_.emplace(program_.procedures[i].name, i);
    }
    out_.procedures.resize(program_.procedures.size());
    for (std::size_t i = 0; i < program_.procedures.size(); ++i) {
      procedure(program_.procedures[i], out_.procedures[i]);
    }
    return std::move(out_);
  }

 private:
  using Label = std::size_t;  // index into labels_
  struct Open {
    const Block* block = nullptr;
    std::size_t next = 0;
    std::function<void()> at_end;
  };
  struct Known {
    Expr e;
    std::optional<Register> before;
  };

  void declare_global(Expr var) {
    where_[var] = in_row(Row::Global, out_.globals.size());
    out_.globals.push_back(var);
  }

  // ---- a procedure ----------------------------------------------------------------------------

  void procedure(const Procedure& procedure, ProcedureCode& code) {
    code_ = &code;
    code.procedure = &procedure;
    locals_.clear();
    labels_.clear();
    label_uses_.clear();
    old_.clear();
    variables_ = 0;
    for (const VarDecl& one : procedure.parameters) declare(one.var);
    for (const VarDecl& one : procedure.results) code.results.push_back(declare(one.var));
    for (const VarDecl& one : procedure.locals) declare(one.var);
    temporaries_ = code.registers = variables_;
    here_ = procedure.range;
    const Label body = new_label();
    code.start_of_run = code.code.size();
    keep_old(procedure);
    for (const Located& clause : procedure.requires_) assume(clause);
    jump(body);
    code.start = code.code.size();
    for (const Located& clause : procedure.requires_) {
      prove(ObligationKind::Precondition, clause, nullptr, procedure.range);
    }
    if (procedure.body) {
      for (const VarDecl& one : procedure.results) choose(Op::Local, one.var);
      for (const VarDecl& one : procedure.locals) choose(Op::Local, one.var);
      keep_old(procedure);
      place(body);
      statements(*procedure.body);
      here_ = procedure.range;
      for (const Located& clause : procedure.ensures) {
        prove(ObligationKind::Postcondition, clause, nullptr, procedure.range);
      }
    } else {
      place(body);
      emit({.op = Op::Contract});
      keep_old(procedure);
      for (const Expr global : procedure.modifies) havoc(global);
      for (const VarDecl& one : procedure.results) havoc(one.var);
      for (const Located& clause : procedure.ensures) assume(clause);
    }
    emit({.op = Op::Return});
    resolve_labels();
  }

  Register declare(Expr var) {
    const Register at = in_row(Row::Frame, variables_++);
    locals_[var] = at;
    return at;
  }

  Register where(Expr var) const {
    const auto local = locals_.find(var);
    return local != locals_.end() ? local->second : where_.at(var);
  }

  /// What the procedure says about old values is kept where its temporaries never come.
  void keep_old(const Procedure& procedure) {
    if (old_.empty()) {
      std::vector<Expr> clauses;
      const auto note = [&](const Located& one) {
        if (one.expr && mentions(one.expr, Kind::Old)) clauses.push_back(one.expr);
      };
      for (const Located& one : procedure.ensures) note(one);
      if (procedure.body) {
        for_each_stmt(*procedure.body, [&](const Stmt& stmt) { note_clauses(stmt, note); });
      }
      old_ = copies_of(clauses);
    }
    copy_into(old_);
  }

  template <class Note>
  static void note_clauses(const Stmt& stmt, const Note& note) {
    std::visit(overloaded{[&](const Assert& s) { note(s.condition); },
                          [&](const Assume& s) { note(s.condition); },
                          [&](const Assign& s) {
                            for (const Located& value : s.values) note(value);
                          },
                          [&](const If& s) {
                            if (s.condition) note(*s.condition);
                          },
                          [&](const While& s) {
                            if (s.condition) note(*s.condition);
                            for (const Located& one : s.invariants) note(one);
                          },
                          [&](const Call& s) {
                            for (const Located& one : s.arguments) note(one);
                          },
                          [](const auto&) {}},
               stmt.node);
  }

  /// Registers of their own for the variables in these.
  Reads copies_of(const std::vector<Expr>& clauses) {
    Reads copies;
    for (const Expr var : free_vars(clauses)) {
      if (known(var)) copies.emplace_back(var, in_row(Row::Frame, variables_++));
    }
    temporaries_ = std::max(temporaries_, variables_);
    code_->registers = std::max(code_->registers, temporaries_);
    return copies;
  }

  void copy_into(const Reads& copies) {
    for (const auto& [var, at] : copies) emit({.op = Op::Move, .d = at, .a = where(var)});
  }

  bool known(Expr var) const { return locals_.contains(var) || where_.contains(var); }

  // ---- statements -----------------------------------------------------------------------------

  void statements(const Block& body) {
    open_.push_back({&body, 0, {}});
    while (!open_.empty()) {
      Open& top = open_.back();
      if (top.next < top.block->size()) {
        statement((*top.block)[top.next++]);
      } else {
        const std::function<void()> at_end = std::move(top.at_end);
        open_.pop_back();
        if (at_end) at_end();
      }
    }
  }

  void enter(const Block& block, std::function<void()> at_end) {
    open_.push_back({&block, 0, std::move(at_end)});
  }

  void statement(const Stmt& stmt) {
    here_ = stmt.range;
    begin_expression();
    std::visit(overloaded{
                   [&](const Assert& s) {
                     tick();
                     prove(ObligationKind::Assertion, s.condition, &stmt, stmt.range);
                   },
                   [&](const Assume& s) {
                     tick();
                     assume(s.condition);
                   },
                   [&](const Assign& s) {
                     tick();
                     assign(s);
                   },
                   [&](const Havoc& s) {
                     tick();
                     for (const Expr target : s.targets) havoc(target);
                   },
                   [&](const Choice& s) { choice(s); },
                   [&](const If& s) { branch(s); },
                   [&](const While& s) { loop(stmt, s); },
                   [&](const LabeledBlock& s) {
                     const Label end = new_label();
                     exits_.emplace_back(&s.label, end);
                     enter(s.body, [this, end] {
                       exits_.pop_back();
                       place(end);
                     });
                   },
                   [&](const Exit& s) {
                     tick();
                     jump(exit_of(s.label));
                   },
                   [&](const Call& s) {
                     tick();
                     call(stmt, s);
                   },
               },
               stmt.node);
  }

  Label exit_of(const std::string& label) const {
    for (auto it = exits_.rbegin(); it != exits_.rend(); ++it) {
      if (*it->first == label) return it->second;
    }
    PAWL_UNREACHABLE("an exit should be inside its block");
  }

  void choice(const Choice& s) {
    tick();
    const auto table = static_cast<std::uint32_t>(out_.targets.size());
    out_.targets.emplace_back();
    emit({.op = Op::Choose, .info = table});
    const Label end = new_label();
    // The branches are opened last first, so that they are compiled in order.
    for (std::size_t i = s.branches.size(); i-- > 0;) {
      const Block* block = &s.branches[i];
      enter(no_block_, [this, block, end, table] {
        out_.targets[table].push_back(static_cast<std::uint32_t>(code_->code.size()));
        enter(*block, [this, end] { jump(end); });
      });
    }
    // Below all of them: placed when the last one is done.
    open_.insert(open_.end() - static_cast<std::ptrdiff_t>(s.branches.size()),
                 Open{&no_block_, 0, [this, end] { place(end); }});
  }

  void branch(const If& s) {
    tick();
    const Label otherwise = new_label();
    const Label end = new_label();
    jump_on(s.condition, otherwise, false);
    enter(s.then_branch, [this, &s, otherwise, end] {
      jump(end);
      place(otherwise);
      enter(s.else_branch, [this, end] { place(end); });
    });
  }

  void loop(const Stmt& stmt, const While& s) {
    const Label head = new_label();
    const Label end = new_label();
    const bool proves = invariants_ == InvariantChecks::On && !s.invariants.empty();
    Reads entry;
    std::optional<Register> again;
    if (proves) {
      std::vector<Expr> clauses;
      for (const Located& one : s.invariants) {
        if (mentions(one.expr, Kind::Entry)) clauses.push_back(one.expr);
      }
      entry = copies_of(clauses);
      copy_into(entry);
      again = in_row(Row::Frame, variables_++);
      temporaries_ = std::max(temporaries_, variables_);
      code_->registers = std::max(code_->registers, temporaries_);
      emit({.op = Op::Move, .d = *again, .a = number(0)});
    }
    place(head);
    begin_expression();
    tick();
    if (proves) {
      const Label later = new_label();
      const Label tested = new_label();
      jump_if(*again, later, true);
      std::swap(entry, entry_);
      for (const Located& one : s.invariants) {
        prove(ObligationKind::Initiation, one, &stmt, stmt.range);
      }
      jump(tested);
      place(later);
      for (const Located& one : s.invariants) {
        prove(ObligationKind::Consecution, one, &stmt, stmt.range);
      }
      place(tested);
      std::swap(entry, entry_);
      emit({.op = Op::Move, .d = *again, .a = number(1)});
    }
    here_ = s.condition ? s.condition->range : stmt.range;
    begin_expression();
    jump_on(s.condition, end, false);
    enter(s.body, [this, head, end] {
      jump(head);
      place(end);
    });
  }

  void call(const Stmt& stmt, const Call& s) {
    CallSite site;
    site.stmt = &stmt;
    site.callee = numbers_.at(s.procedure);
    for (const Located& argument : s.arguments) site.arguments.push_back(root(argument));
    for (const Expr result : s.results) site.results.push_back(where(result));
    emit({.op = Op::Call, .info = static_cast<std::uint32_t>(out_.calls.size())});
    out_.calls.push_back(std::move(site));
    for (const Expr result : s.results) watch(result);
  }

  // ---- assignments ----------------------------------------------------------------------------

  /// x := x[k1 := x[k1][k2 := v]] is done in place; several stores one after the other.
  struct PathStore {
    std::vector<Register> keys;
    Register value = 0;
  };

  void assign(const Assign& s) {
    struct Change {
      Expr target;
      std::optional<Register> value;
      std::vector<PathStore> stores;
    };
    std::vector<Change> changes;
    const bool alone = s.targets.size() == 1;
    for (std::size_t i = 0; i < s.targets.size(); ++i) {
      Change change{s.targets[i], {}, {}};
      if (auto stores = stores_into(s.targets[i], s.values[i], alone)) {
        change.stores = std::move(*stores);
      } else {
        change.value = alone ? root(s.values[i]) : apart(root(s.values[i]));
      }
      changes.push_back(std::move(change));
    }
    for (const Change& change : changes) {
      if (change.value) emit({.op = Op::Move, .d = where(change.target), .a = *change.value});
      for (const PathStore& store : change.stores) {
        emit({.op = Op::StorePath,
              .d = where(change.target),
              .c = store.value,
              .info = static_cast<std::uint32_t>(out_.paths.size())});
        out_.paths.push_back(store.keys);
      }
      watch(change.target);
    }
    clear_maps();
  }

  std::optional<std::vector<PathStore>> stores_into(Expr target, const Located& value, bool alone) {
    if (!value.expr.is(Kind::Store) || !is_plain(value.expr)) return std::nullopt;
    std::vector<std::pair<std::vector<Expr>, Expr>> found;  // keys, value; the last first
    Expr e = value.expr;
    for (; e.is(Kind::Store); e = e.arg(0)) {
      std::vector<Expr> keys = {e.arg(1)};
      Expr stored = e.arg(2);
      // match:  m[k := m[k][j := v]]
      while (stored.is(Kind::Store) && stored.arg(0).is(Kind::Select) &&
             is_row(stored.arg(0), target, keys)) {
        keys.push_back(stored.arg(1));
        stored = stored.arg(2);
      }
      found.emplace_back(std::move(keys), stored);
      // Below other stores, a row is not the one of before.
      if (found.back().first.size() > 1 && !(e.arg(0) == target)) return std::nullopt;
    }
    if (!(e == target)) return std::nullopt;
    std::ranges::reverse(found);
    std::vector<PathStore> stores;
    const bool one = alone && found.size() == 1;
    for (const auto& [keys, stored] : found) {
      PathStore store;
      for (const Expr key : keys) store.keys.push_back(one ? compute(key) : apart(compute(key)));
      store.value = one && !(stored == target) ? compute(stored) : apart(compute(stored));
      stores.push_back(std::move(store));
    }
    return stores;
  }

  /// Is it target[k1][k2]... with just these keys?
  static bool is_row(Expr select, Expr target, const std::vector<Expr>& keys) {
    for (std::size_t i = keys.size(); i-- > 0;) {
      if (!select.is(Kind::Select) || !(select.arg(1) == keys[i])) return false;
      select = select.arg(0);
    }
    return select == target;
  }

  // ---- conditions -----------------------------------------------------------------------------

  void jump_on(const std::optional<Located>& condition, Label target, bool when) {
    if (!condition) {
      use_label(target, {.op = Op::JumpChosen, .width = static_cast<std::uint16_t>(when)});
    } else if (is_plain(condition->expr)) {
      jump_on(condition->expr, target, when);
    } else {
      jump_if(root(*condition), target, when);
    }
  }

  /// To `target` if `e` is `when`.
  void jump_on(Expr e, Label target, bool when) {
    const auto known_value = known_.find(e);
    if (known_value != known_.end()) return jump_if(known_value->second, target, when);
    switch (e.kind()) {
      case Kind::True:
      case Kind::False:
        if (e.is_true() == when) jump(target);
        return;
      case Kind::Not: return jump_on(e.arg(0), target, !when);
      case Kind::And: return jump_on_all(e, target, when, true);
      case Kind::Or: return jump_on_all(e, target, when, false);
      case Kind::Implies: {
        // a ==> b  is  !a || b
        if (when) {
          jump_on(e.arg(0), target, false);
          return guarded([&] { jump_on(e.arg(1), target, true); });
        }
        const Label skip = new_label();
        jump_on(e.arg(0), skip, false);
        guarded([&] { jump_on(e.arg(1), target, false); });
        return place(skip);
      }
      case Kind::Lt: return compare(Op::JumpLess, e, target, when);
      case Kind::Le: return compare(Op::JumpLessEqual, e, target, when);
      case Kind::Eq:
      case Kind::Iff:
        if (!e.arg(0).sort().is_map()) return compare(Op::JumpEqual, e, target, when);
        break;
      default: break;
    }
    jump_if(compute(e), target, when);
  }

  /// `neutral`: the value that settles nothing, true for And.
  void jump_on_all(Expr e, Label target, bool when, bool neutral) {
    const std::size_t last = e.args().size() - 1;
    const Label skip = new_label();
    const std::size_t mark = changes_.size();
    for (std::size_t i = 0; i <= last; ++i) {
      if (when != neutral) {
        jump_on(e.arg(i), target, when);
      } else if (i < last) {
        jump_on(e.arg(i), skip, !neutral);
      } else {
        jump_on(e.arg(i), target, when);
      }
    }
    forget(mark);
    place(skip);
  }

  void compare(Op op, Expr e, Label target, bool when) {
    const Register a = compute(e.arg(0));
    const Register b = compute(e.arg(1));
    use_label(target, {.op = op, .width = static_cast<std::uint16_t>(when), .a = a, .b = b});
  }

  void jump_if(Register a, Label target, bool when) {
    use_label(target, {.op = Op::JumpIf, .width = static_cast<std::uint16_t>(when), .a = a});
  }

  // ---- expressions ----------------------------------------------------------------------------

  /// A whole expression of the program.
  Register root(const Located& located) {
    here_ = located.range.known() ? located.range : here_;
    if (is_plain(located.expr)) return compute(located.expr);
    Evaluated info;
    info.e = located;
    for (const Expr var : free_vars(located.expr)) {
      if (known(var)) info.now.emplace_back(var, where(var));
    }
    if (mentions(located.expr, Kind::Old)) info.old = old_;
    if (mentions(located.expr, Kind::Entry)) info.entry = entry_;
    const Register d = temporary(located.expr.sort());
    emit({.op = Op::Evaluate, .d = d, .info = static_cast<std::uint32_t>(out_.evaluated.size())});
    out_.evaluated.push_back(std::move(info));
    return d;
  }

  Register compute(Expr e) {
    if (e.is(Kind::Var)) return where(e);
    const auto found = known_.find(e);
    if (found != known_.end()) return found->second;
    const Register result = computed(e);
    remember(e, result);
    return result;
  }

  Register computed(Expr e) {
    switch (e.kind()) {
      case Kind::True: return number(1);
      case Kind::False: return number(0);
      case Kind::IntConst: return constant(Value::integer(Integer(std::string_view(e.text()))));
      case Kind::BitVecConst:
        return constant(Value::bitvec(Integer(std::string_view(e.text())), e.sort().width()));
      case Kind::And:
      case Kind::Or:
      case Kind::Implies: return truth_value(e);
      case Kind::Not: return unary(Op::Not, e);
      case Kind::Neg: return unary(Op::Negate, e);
      case Kind::Add: return folded(Op::Add, e);
      case Kind::Mul: return folded(Op::Mul, e);
      case Kind::Sub: return binary(Op::Sub, e);
      case Kind::Div: return division(Op::Div, e);
      case Kind::Mod: return division(Op::Mod, e);
      case Kind::Lt: return binary(Op::Less, e);
      case Kind::Le: return binary(Op::LessEqual, e);
      case Kind::Eq:
      case Kind::Iff: return e.arg(0).sort().is_map() ? operation(e) : binary(Op::Equal, e);
      case Kind::Select: return selected(e);
      case Kind::Ite: return chosen(e);
      case Kind::Store: {
        const Register a = compute(e.arg(0));
        const Register b = compute(e.arg(1));
        const Register c = compute(e.arg(2));
        return emit_to(e.sort(), {.op = Op::Store, .a = a, .b = b, .c = c});
      }
      case Kind::ConstMap: {
        const Register a = compute(e.arg(0));
        out_.sorts.push_back(e.sort());
        return emit_to(
            e.sort(),
            {.op = Op::MakeMap, .a = a, .info = static_cast<std::uint32_t>(out_.sorts.size() - 1)});
      }
      case Kind::IntToBv:
        if (is_narrow(e.sort())) return bits(Op::ToBits, e, e.sort().width());
        break;
      case Kind::BvToInt:
        if (is_narrow(e.arg(0).sort())) return bits(Op::FromBits, e, e.arg(0).sort().width());
        break;
      case Kind::BvSignExtend:
        if (is_narrow(e.sort())) return extended(e);
        break;
      case Kind::BvZeroExtend:
        if (is_narrow(e.sort())) return compute(e.arg(0));
        break;
      case Kind::BvNot:
      case Kind::BvNeg:
      case Kind::BvAnd:
      case Kind::BvOr:
      case Kind::BvXor:
      case Kind::BvAdd:
      case Kind::BvSub:
      case Kind::BvMul:
      case Kind::BvShl:
      case Kind::BvLshr:
      case Kind::BvAshr:
      case Kind::BvUlt:
      case Kind::BvUle:
      case Kind::BvSlt:
      case Kind::BvSle:
        if (is_narrow(e.arg(0).sort())) return bits(Op::Bits, e, e.arg(0).sort().width());
        break;
      default: break;
    }
    return operation(e);
  }

  Register unary(Op op, Expr e) {
    const Register a = compute(e.arg(0));
    return emit_to(e.sort(), {.op = op, .a = a});
  }

  Register binary(Op op, Expr e) {
    const Register a = compute(e.arg(0));
    const Register b = compute(e.arg(1));
    return emit_to(e.sort(), {.op = op, .a = a, .b = b});
  }

  /// By zero, it is a function of integers.
  Register division(Op op, Expr e) {
    const Register a = compute(e.arg(0));
    const Register b = compute(e.arg(1));
    out_.int_sort = e.sort();
    return emit_to(e.sort(), {.op = op, .a = a, .b = b});
  }

  /// m[k][j] at once: a register that held the row would make the next store copy it.
  Register selected(Expr e) {
    std::vector<Expr> keys = {e.arg(1)};
    Expr map = e.arg(0);
    for (; map.is(Kind::Select) && !known_.contains(map); map = map.arg(0)) {
      keys.push_back(map.arg(1));
    }
    if (keys.size() == 1) return binary(Op::Select, e);
    const Register a = compute(map);
    std::vector<Register> path;
    for (std::size_t i = keys.size(); i-- > 0;) path.push_back(compute(keys[i]));
    out_.paths.push_back(std::move(path));
    return emit_to(
        e.sort(),
        {.op = Op::SelectPath, .a = a, .info = static_cast<std::uint32_t>(out_.paths.size() - 1)});
  }

  Register folded(Op op, Expr e) {
    Register result = compute(e.arg(0));
    for (std::size_t i = 1; i < e.args().size(); ++i) {
      const Register next = compute(e.arg(i));
      result = emit_to(e.sort(), {.op = op, .a = result, .b = next});
    }
    return result;
  }

  Register bits(Op op, Expr e, std::uint32_t width) {
    const Register a = compute(e.arg(0));
    const Register b = e.args().size() > 1 ? compute(e.arg(1)) : a;
    return emit_to(
        e.sort(),
        {.op = op, .kind = e.kind(), .width = static_cast<std::uint16_t>(width), .a = a, .b = b});
  }

  Register extended(Expr e) {
    const Register a = compute(e.arg(0));
    return emit_to(e.sort(), {.op = Op::SignExtend,
                              .width = static_cast<std::uint16_t>(e.arg(0).sort().width()),
                              .a = a,
                              .info = e.sort().width()});
  }

  Register operation(Expr e) {
    Applied info;
    info.e = e;
    for (const Expr arg : e.args()) info.arguments.push_back(compute(arg));
    out_.applied.push_back(std::move(info));
    return emit_to(e.sort(), {.op = Op::Operation,
                              .info = static_cast<std::uint32_t>(out_.applied.size() - 1)});
  }

  Register truth_value(Expr e) {
    const Register d = temporary(e.sort());
    const Label no = new_label();
    const Label end = new_label();
    jump_on(e, no, false);
    emit({.op = Op::Move, .d = d, .a = number(1)});
    jump(end);
    place(no);
    emit({.op = Op::Move, .d = d, .a = number(0)});
    place(end);
    return d;
  }

  Register chosen(Expr e) {
    const Register d = temporary(e.sort());
    const Label otherwise = new_label();
    const Label end = new_label();
    jump_on(e.arg(0), otherwise, false);
    guarded([&] { emit({.op = Op::Move, .d = d, .a = compute(e.arg(1))}); });
    jump(end);
    place(otherwise);
    guarded([&] { emit({.op = Op::Move, .d = d, .a = compute(e.arg(2))}); });
    place(end);
    return d;
  }

  // ---- what is known where --------------------------------------------------------------------

  void begin_expression() {
    temporaries_ = variables_;
    known_.clear();
    changes_.clear();
    map_temporaries_.clear();
  }

  void remember(Expr e, Register at) {
    known_[e] = at;
    changes_.push_back(e);
  }

  /// What was computed since then may have been jumped over.
  void forget(std::size_t mark) {
    while (changes_.size() > mark) {
      known_.erase(changes_.back());
      changes_.pop_back();
    }
  }

  template <class Body>
  void guarded(const Body& body) {
    const std::size_t mark = changes_.size();
    body();
    forget(mark);
  }

  // ---- small things ---------------------------------------------------------------------------

  void prove(ObligationKind kind, const Located& clause, const Stmt* stmt, SourceRange at) {
    begin_expression();
    const Register a = root(clause);
    out_.proofs.push_back({kind, &clause, stmt, at});
    emit({.op = Op::Prove, .a = a, .info = static_cast<std::uint32_t>(out_.proofs.size() - 1)});
    clear_maps();
  }

  void assume(const Located& clause) {
    begin_expression();
    const Register a = root(clause);
    out_.clauses.push_back(clause);
    emit({.op = Op::Assume, .a = a, .info = static_cast<std::uint32_t>(out_.clauses.size() - 1)});
    clear_maps();
  }

  void choose(Op op, Expr var) { emit({.op = op, .d = where(var), .info = variable(var)}); }

  void havoc(Expr var) {
    choose(Op::Havoc, var);
    watch(var);
  }

  void watch(Expr var) {
    if (watched_.contains(var)) emit({.op = Op::Watch, .d = where(var), .info = variable(var)});
  }

  std::uint32_t variable(Expr var) {
    out_.variables.push_back(var);
    return static_cast<std::uint32_t>(out_.variables.size() - 1);
  }

  void tick() { emit({.op = Op::Statement}); }

  Register temporary(Sort sort) {
    const Register at = in_row(Row::Frame, temporaries_++);
    code_->registers = std::max(code_->registers, temporaries_);
    if (sort.is_map()) map_temporaries_.push_back(at);
    return at;
  }

  /// So that the next store into a map finds no second reference to it.
  void clear_maps() {
    for (const Register at : map_temporaries_) emit({.op = Op::Clear, .d = at});
    map_temporaries_.clear();
  }

  /// A copy, in case what is read is about to change.
  Register apart(Register at) {
    if (at >> 30 == static_cast<std::uint32_t>(Row::Constant)) return at;
    const Register copy = in_row(Row::Frame, temporaries_++);
    code_->registers = std::max(code_->registers, temporaries_);
    emit({.op = Op::Move, .d = copy, .a = at});
    map_temporaries_.push_back(copy);
    return copy;
  }

  Register emit_to(Sort sort, Instruction instruction) {
    instruction.d = temporary(sort);
    emit(instruction);
    return instruction.d;
  }

  void emit(const Instruction& instruction) {
    code_->code.push_back(instruction);
    code_->places.push_back(here_);
  }

  Register number(std::int64_t value) { return constant(Value::integer(value)); }

  Register constant(const Value& value) {
    const auto [found, added] = constants_.emplace(value, out_.constants.size());
    if (added) out_.constants.push_back(Cell::of(value));
    return in_row(Row::Constant, found->second);
  }

  Label new_label() {
    labels_.push_back(0);
    return labels_.size() - 1;
  }
  void place(Label label) { labels_[label] = code_->code.size(); }
  void jump(Label target) { use_label(target, {.op = Op::Jump}); }
  void use_label(Label target, const Instruction& instruction) {
    label_uses_.emplace_back(code_->code.size(), target);
    emit(instruction);
  }
  void resolve_labels() {
    for (const auto& [at, label] : label_uses_) {
      code_->code[at].c = static_cast<std::uint32_t>(labels_[label]);
    }
  }

  const Program& program_;
  InvariantChecks invariants_;
  const std::unordered_set<Expr>& watched_;
  const Block no_block_;
  ProgramCode out_;
  std::unordered_map<std::string, std::size_t> numbers_;
  std::unordered_map<Expr, Register> where_;  // globals
  std::map<Value, std::size_t> constants_;

  // Of the procedure.
  ProcedureCode* code_ = nullptr;
  std::unordered_map<Expr, Register> locals_;
  std::size_t variables_ = 0;    // registers that keep their values from statement to statement
  std::size_t temporaries_ = 0;  // registers in use
  Reads old_, entry_;
  std::vector<Open> open_;
  std::vector<std::pair<const std::string*, Label>> exits_;
  std::vector<std::size_t> labels_;
  std::vector<std::pair<std::size_t, Label>> label_uses_;
  SourceRange here_;

  // Of the statement.
  std::unordered_map<Expr, Register> known_;
  std::vector<Expr> changes_;
  std::vector<Register> map_temporaries_;
};

}  // namespace

ProgramCode compile(const Program& program, InvariantChecks invariants,
                    const std::unordered_set<Expr>& watched) {
  return Compiler(program, invariants, watched)();
}

}  // namespace pawl::gcl
