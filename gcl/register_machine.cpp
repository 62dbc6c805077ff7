// SPDX-License-Identifier: Apache-2.0
#include "gcl/register_machine.h"

#include <algorithm>
#include <utility>

#include "gcl/chosen_functions.h"
#include "gcl/operations.h"
#include "gcl/register_code.h"
#include "support/assert.h"

namespace pawl::gcl {
namespace {

constexpr std::size_t max_product_bits = 200'000;  // as gcl/evaluate.cpp

std::uint64_t mask_of(std::uint32_t width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

std::int64_t sign_extended(std::uint64_t bits, std::uint32_t width) {
  const std::uint32_t unused = 64 - width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

/// Bit-vectors of at most 64 bits; comparisons give 0 or 1.
std::uint64_t on_bits(Kind kind, std::uint32_t width, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t mask = mask_of(width);
  const bool far = b >= width;  // a shift by all bits or more
  switch (kind) {
    case Kind::BvNot: return ~a & mask;
    case Kind::BvNeg: return (0 - a) & mask;
    case Kind::BvAnd: return a & b;
    case Kind::BvOr: return a | b;
    case Kind::BvXor: return a ^ b;
    case Kind::BvAdd: return (a + b) & mask;
    case Kind::BvSub: return (a - b) & mask;
    case Kind::BvMul: return (a * b) & mask;
    case Kind::BvShl: return far ? 0 : (a << b) & mask;
    case Kind::BvLshr: return far ? 0 : a >> b;
    case Kind::BvAshr: {
      const std::int64_t value = sign_extended(a, width);
      return static_cast<std::uint64_t>(value >> (far ? 63 : b)) & mask;
    }
    case Kind::BvUlt: return a < b ? 1 : 0;
    case Kind::BvUle: return a <= b ? 1 : 0;
    case Kind::BvSlt: return sign_extended(a, width) < sign_extended(b, width) ? 1 : 0;
    case Kind::BvSle: return sign_extended(a, width) <= sign_extended(b, width) ? 1 : 0;
    default: break;
  }
  PAWL_UNREACHABLE("the machine should know the bit-vector operations it is given");
}

class Machine {
 public:
  Machine(const ProgramCode& code, const MachineOptions& options, Chooser& chooser)
      : code_(code), options_(options), chooser_(chooser), functions_(chooser) {}

  Run operator()(const Procedure& procedure) {
    start(procedure);
    if (!done_) execute();
    read_state(result_.final);
    return std::move(result_);
  }

 private:
  struct Frame {
    const ProcedureCode* code = nullptr;
    const CallSite* call = nullptr;  // null: where the run started
    std::size_t base = 0;            // of its registers
    std::size_t next = 0;            // where it goes on when the callee has returned
  };

  template <class Outcome>
  void end(Outcome outcome) {
    if (done_) return;  // the first reason counts
    result_.outcome = std::move(outcome);
    done_ = true;
  }

  // ---- the beginning --------------------------------------------------------------------------

  void start(const Procedure& procedure) {
    const auto index = static_cast<std::size_t>(&procedure - code_.program->procedures.data());
    PAWL_ASSERT(index < code_.procedures.size() && procedure.body.has_value(),
                "a procedure that runs should be one of the program and have a body");
    const Program& program = *code_.program;
    globals_.resize(code_.globals.size());
    for (std::size_t i = 0; i < globals_.size(); ++i) globals_[i] = initial(code_.globals[i]);
    const ProcedureCode& code = code_.procedures[index];
    frames_.push_back({&code, nullptr, 0, 0});
    registers_.resize(code.registers);
    std::size_t next = 0;
    for (const auto* list : {&procedure.parameters, &procedure.results, &procedure.locals}) {
      for (const VarDecl& one : *list) registers_[next++] = initial(one.var);
    }
    next_ = code.start_of_run;
    for (const AxiomDecl& axiom : program.axioms) {
      Valuation valuation = valuation_of(result_.initial);
      const Evaluation holds = evaluate(axiom.formula.expr, valuation);
      if (!holds.value) {
        result_.undecided_axioms.push_back(axiom.range);
      } else if (!holds.value->as_bool()) {
        end(Blocked{axiom.range});
      }
    }
  }

  Cell initial(Expr var) {
    const Value chosen = chooser_.initial(var);
    result_.initial.insert_or_assign(var, chosen);
    return Cell::of(chosen);
  }

  void read_state(State& state) const {
    for (std::size_t i = 0; i < globals_.size(); ++i) {
      state.insert_or_assign(code_.globals[i], globals_[i].value(code_.globals[i].sort()));
    }
    const Procedure& procedure = *frames_.back().code->procedure;
    std::size_t next = frames_.back().base;
    for (const auto* list : {&procedure.parameters, &procedure.results, &procedure.locals}) {
      for (const VarDecl& one : *list) {
        const Cell& cell = registers_[next++];
        if (!cell.is_nothing()) state.insert_or_assign(one.var, cell.value(one.var.sort()));
      }
    }
  }

  // ---- the loop -------------------------------------------------------------------------------

  Cell& at(Register r) { return rows_[r >> 30][r & 0x3fffffffU]; }
  const Cell& read(Register r) const { return rows_[r >> 30][r & 0x3fffffffU]; }

  void find_rows() {
    rows_[0] = registers_.data() + frames_.back().base;
    rows_[1] = globals_.data();
    rows_[2] = const_cast<Cell*>(code_.constants.data());  // never a destination
  }

  void execute() {
    find_rows();
    std::uint64_t fuel = options_.fuel;
    const Instruction* code = frames_.back().code->code.data();
    while (!done_) {
      const Instruction& in = code[next_++];
      switch (in.op) {
        case Op::Move: at(in.d) = read(in.a); break;
        case Op::Not: at(in.d).set_number(read(in.a).number() ^ 1); break;
        case Op::Add: {
          const Cell& a = read(in.a);
          const Cell& b = read(in.b);
          std::int64_t sum = 0;
          if (both_numbers(a, b) && !__builtin_add_overflow(a.number(), b.number(), &sum)) {
            at(in.d).set_number(sum);
          } else {
            at(in.d) = Cell::of(Value::integer(big(a) + big(b)));
          }
          break;
        }
        case Op::Sub: {
          const Cell& a = read(in.a);
          const Cell& b = read(in.b);
          std::int64_t difference = 0;
          if (both_numbers(a, b) && !__builtin_sub_overflow(a.number(), b.number(), &difference)) {
            at(in.d).set_number(difference);
          } else {
            at(in.d) = Cell::of(Value::integer(big(a) - big(b)));
          }
          break;
        }
        case Op::Mul: {
          const Cell& a = read(in.a);
          const Cell& b = read(in.b);
          std::int64_t product = 0;
          if (both_numbers(a, b) && !__builtin_mul_overflow(a.number(), b.number(), &product)) {
            at(in.d).set_number(product);
          } else {
            multiply(in, big(a), big(b));
          }
          break;
        }
        case Op::Div:
        case Op::Mod: divide(in); break;
        case Op::Negate: at(in.d) = Cell::of(Value::integer(-big(read(in.a)))); break;
        case Op::Less: at(in.d).set_number(less(in) ? 1 : 0); break;
        case Op::LessEqual: at(in.d).set_number(less_equal(in) ? 1 : 0); break;
        case Op::Equal: at(in.d).set_number(equal(in) ? 1 : 0); break;
        case Op::Select: at(in.d) = read(in.a).select(read(in.b)); break;
        case Op::SelectPath: {
          const Cell* cell = &read(in.a);
          for (const Register key : code_.paths[in.info]) cell = &cell->select(read(key));
          at(in.d) = *cell;
          break;
        }
        case Op::Store: {
          Cell map = read(in.a);
          map.store(read(in.b), read(in.c));
          at(in.d) = std::move(map);
          break;
        }
        case Op::MakeMap: at(in.d) = Cell::constant_map(code_.sorts[in.info], read(in.a)); break;
        case Op::Bits:
          at(in.d).set_number(static_cast<std::int64_t>(
              on_bits(in.kind, in.width, unsigned_at(in.a), unsigned_at(in.b))));
          break;
        case Op::ToBits: to_bits(in); break;
        case Op::FromBits:
          if (const std::int64_t number = read(in.a).number(); number >= 0) {
            at(in.d).set_number(number);
          } else {
            at(in.d) = Cell::of(Value::integer(Integer(number) + Integer::power_of_two(64)));
          }
          break;
        case Op::SignExtend: {
          const auto extended =
              static_cast<std::uint64_t>(sign_extended(unsigned_at(in.a), in.width));
          at(in.d).set_number(static_cast<std::int64_t>(extended & mask_of(in.info)));
          break;
        }
        case Op::Operation: operation(in); break;
        case Op::Evaluate: evaluate_whole(in); break;
        case Op::StorePath: {
          const std::vector<Register>& keys = code_.paths[in.info];
          Cell* map = &at(in.d);
          for (std::size_t i = 0; i + 1 < keys.size(); ++i) map = &map->at(read(keys[i]));
          map->store(read(keys.back()), read(in.c));
          break;
        }
        case Op::Clear: at(in.d).clear(); break;
        case Op::Jump: next_ = in.c; break;
        case Op::JumpIf:
          if (read(in.a).number() == in.width) next_ = in.c;
          break;
        case Op::JumpLess:
          if (less(in) == (in.width != 0)) next_ = in.c;
          break;
        case Op::JumpLessEqual:
          if (less_equal(in) == (in.width != 0)) next_ = in.c;
          break;
        case Op::JumpEqual:
          if (equal(in) == (in.width != 0)) next_ = in.c;
          break;
        case Op::JumpChosen:
          if (chooser_.branch(2) == in.width) next_ = in.c;
          break;
        case Op::Choose: {
          const auto& targets = code_.targets[in.info];
          next_ = targets[chooser_.branch(targets.size())];
          break;
        }
        case Op::Statement:
          if (fuel-- == 0 || ((fuel & 0xfff) == 0 && options_.go_on && !options_.go_on())) {
            end(OutOfFuel{});
          }
          break;
        case Op::Prove:
          if (!done_ && read(in.a).number() == 0) fail(code_.proofs[in.info]);
          break;
        case Op::Assume:
          if (!done_ && read(in.a).number() == 0) end(Blocked{code_.clauses[in.info].range});
          break;
        case Op::Havoc: at(in.d) = Cell::of(chooser_.havoc(code_.variables[in.info])); break;
        case Op::Local: at(in.d) = Cell::of(chooser_.local(code_.variables[in.info])); break;
        case Op::Watch: {
          const Expr var = code_.variables[in.info];
          options_.observer(var, read(in.d).value(var.sort()));
          break;
        }
        case Op::Call:
          call(code_.calls[in.info]);
          code = frames_.back().code->code.data();
          break;
        case Op::Contract:
          if (frames_.back().call != nullptr) {
            result_.contract_calls.push_back(frames_.back().call->stmt->range);
          }
          break;
        case Op::Return:
          leave();
          code = frames_.back().code->code.data();
          break;
      }
    }
  }

  // ---- operations -----------------------------------------------------------------------------

  static Integer big(const Cell& cell) {
    return cell.is_number() ? Integer(cell.number()) : cell.boxed().as_integer();
  }
  std::uint64_t unsigned_at(Register r) const {
    return static_cast<std::uint64_t>(read(r).number());
  }

  bool less(const Instruction& in) const {
    const Cell& a = read(in.a);
    const Cell& b = read(in.b);
    return both_numbers(a, b) ? a.number() < b.number() : big(a) < big(b);
  }
  bool less_equal(const Instruction& in) const {
    const Cell& a = read(in.a);
    const Cell& b = read(in.b);
    return both_numbers(a, b) ? a.number() <= b.number() : big(a) <= big(b);
  }
  bool equal(const Instruction& in) const {
    const Cell& a = read(in.a);
    const Cell& b = read(in.b);
    if (both_numbers(a, b)) return a.number() == b.number();
    // A number that fits is never in a box.
    return !a.is_number() && !b.is_number() && a.boxed() == b.boxed();
  }

  void give_up(std::string why) {
    end(Undecided{std::move(why), frames_.back().code->places[next_ - 1]});
  }

  void multiply(const Instruction& in, const Integer& a, const Integer& b) {
    if (a.bit_length() + b.bit_length() > max_product_bits) return give_up("a number is too large");
    at(in.d) = Cell::of(Value::integer(a * b));
  }

  /// Euclidean; by zero, as the chooser likes.
  void divide(const Instruction& in) {
    const Cell& a = read(in.a);
    const Cell& b = read(in.b);
    const bool quotient = in.op == Op::Div;
    if (both_numbers(a, b) && a.number() >= 0 && b.number() > 0) {
      at(in.d).set_number(quotient ? a.number() / b.number() : a.number() % b.number());
      return;
    }
    const Integer dividend = big(a);
    const Integer divisor = big(b);
    if (divisor.is_zero()) {
      const Value argument = Value::integer(dividend);
      at(in.d) = Cell::of(
          functions_.apply(quotient ? "div" : "mod", code_.int_sort, std::span(&argument, 1)));
      return;
    }
    at(in.d) = Cell::of(Value::integer(quotient ? Integer::div(dividend, divisor)
                                                : Integer::mod(dividend, divisor)));
  }

  void to_bits(const Instruction& in) {
    const Cell& a = read(in.a);
    if (a.is_number()) {
      at(in.d).set_number(static_cast<std::int64_t>(unsigned_at(in.a) & mask_of(in.width)));
    } else {
      at(in.d) = Cell::of(Value::bitvec(big(a), in.width));
    }
  }

  void operation(const Instruction& in) {
    const Applied& info = code_.applied[in.info];
    std::vector<Value> arguments;
    for (std::size_t i = 0; i < info.arguments.size(); ++i) {
      arguments.push_back(read(info.arguments[i]).value(info.e.arg(i).sort()));
    }
    at(in.d) = Cell::of(apply_operation(info.e, arguments));
  }

  Valuation valuation_of(const State& now) {
    Valuation valuation;
    valuation.now = &now;
    valuation.program = code_.program;
    valuation.functions = &functions_;
    return valuation;
  }

  State state_of(const Reads& reads) const {
    State state;
    for (const auto& [var, where] : reads) {
      if (!read(where).is_nothing()) state.emplace(var, read(where).value(var.sort()));
    }
    return state;
  }

  void evaluate_whole(const Instruction& in) {
    const Evaluated& info = code_.evaluated[in.info];
    const State now = state_of(info.now);
    const State old = state_of(info.old);
    const State entry = state_of(info.entry);
    Valuation valuation = valuation_of(now);
    if (!info.old.empty()) valuation.old = &old;
    if (!info.entry.empty()) valuation.entry = &entry;
    Evaluation result = evaluate(info.e.expr, valuation);
    if (!result.value) return end(Undecided{std::move(result.why), info.e.range});
    at(in.d) = Cell::of(*result.value);
  }

  // ---- calls ----------------------------------------------------------------------------------

  void fail(const Proof& proof) {
    WentWrong wrong{proof.kind, proof.clause, proof.stmt, proof.at, nullptr, frames_.size() - 1};
    if (proof.kind == ObligationKind::Precondition) {
      // The caller's fault.
      wrong.stmt = frames_.back().call->stmt;
      wrong.at = wrong.stmt->range;
      --wrong.depth;
      frames_.pop_back();
    }
    wrong.procedure = frames_.back().code->procedure;
    end(wrong);
  }

  void call(const CallSite& site) {
    const ProcedureCode& callee = code_.procedures[site.callee];
    const std::size_t base = frames_.back().base + frames_.back().code->registers;
    frames_.back().next = next_;
    if (registers_.size() < base + callee.registers) registers_.resize(base + callee.registers);
    find_rows();
    for (std::size_t i = 0; i < site.arguments.size(); ++i) {
      registers_[base + i] = read(site.arguments[i]);
    }
    frames_.push_back({&callee, &site, base, 0});
    next_ = callee.start;
    find_rows();
  }

  void leave() {
    const Frame callee = frames_.back();
    if (callee.call == nullptr) return end(NormalEnd{});
    frames_.pop_back();
    find_rows();
    next_ = frames_.back().next;
    for (std::size_t i = 0; i < callee.call->results.size(); ++i) {
      const Register from = callee.code->results[i] & 0x3fffffffU;
      at(callee.call->results[i]) = registers_[callee.base + from];
    }
    // Nobody else is to hold what the callee held.
    for (std::size_t i = 0; i < callee.code->registers; ++i) registers_[callee.base + i].clear();
  }

  const ProgramCode& code_;
  const MachineOptions& options_;
  Chooser& chooser_;
  ChosenFunctions functions_;
  std::vector<Cell> globals_;
  std::vector<Cell> registers_;  // of all activations
  std::vector<Frame> frames_;
  Cell* rows_[3] = {};
  std::size_t next_ = 0;
  bool done_ = false;
  Run result_;
};

}  // namespace

RegisterMachine::RegisterMachine(const Program& program, MachineOptions options)
    : program_(program), options_(std::move(options)) {
  code_ =
      std::make_unique<const ProgramCode>(compile(program_, options_.invariants, options_.watched));
}

RegisterMachine::~RegisterMachine() = default;

Run RegisterMachine::run(const Procedure& procedure, Chooser& chooser) const {
  return Machine(*code_, options_, chooser)(procedure);
}

}  // namespace pawl::gcl
