// SPDX-License-Identifier: Apache-2.0
//
// Signatures and globals first, then bodies: a procedure may be called, and a global used, before
// its text. Then what cannot be told while reading is checked (bp_check.cpp); all errors are handed
// over in the order of the text.
#include "slam/bp_parser.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "slam/bp_check.h"
#include "slam/bp_stmt_parser.h"

namespace pawl::slam {
namespace {

/// More results than this are refused: nobody writes them by hand, and C2BP has fewer predicates.
constexpr std::uint32_t max_results = 10'000;

class Parser {
 public:
  Parser(const SourceFile& file, gcl::Reporter& reporter) : state_(file, reporter) {}

  BpProgram run() {
    while (!state_.at(BpTok::End) && !state_.reporter.stopped()) {
      const std::size_t before = state_.index();
      if (declaration()) continue;
      recover();
      if (state_.index() == before) state_.advance();
    }
    for (const Pending& pending : pending_) body(pending);
    if (program_.procedures.empty() && !state_.reporter.has_errors()) {
      state_.reporter.error(state_.here(), "a Boolean program without procedures",
                            "write void main() begin ... end");
    }
    return std::move(program_);
  }

 private:
  /// A procedure whose body waits to be read.
  struct Pending {
    std::size_t procedure;
    std::size_t begin;  // token
    std::vector<std::pair<gcl::Name, std::size_t>> formals;
  };

  bool declaration() {
    if (state_.at(BpTok::KwDecl)) return globals();
    if (begins_procedure(state_)) return procedure();
    if (state_.at(BpTok::KwConcurrent)) {
      state_.reporter.error(state_.here(), "threads belong to concurrent Boolean programs",
                            "only sequential programs are supported; threads are not modelled");
      return false;
    }
    state_.unexpected("a declaration",
                      "a program is 'decl x, y;' and procedures 'void f(x) begin ... end'");
    return false;
  }

  void recover() {
    while (!state_.at(BpTok::End) && !state_.at(BpTok::KwDecl) && !begins_procedure(state_)) {
      state_.advance();
    }
  }

  bool globals() {
    state_.advance();
    do {
      const std::size_t at = state_.index();
      const std::optional<gcl::Name> name = state_.expect_name("the name of a variable");
      if (!name) return false;
      if (state_.is_global(*name)) {
        state_.reporter.error(state_.range_of(at),
                              "global " + state_.quoted(*name) + " is already declared",
                              "choose another name");
        continue;
      }
      state_.declare_global(*name, static_cast<std::uint32_t>(program_.globals.size()));
      program_.globals.push_back({state_.text(*name), state_.range_since(at)});
    } while (state_.accept(BpTok::Comma));
    return state_.expect(BpTok::Semicolon, "after a declaration");
  }

  bool procedure() {
    state_.accept(BpTok::KwDfs);  // a hint of other tools on how to explore it
    BpProcedure procedure;
    Pending pending{program_.procedures.size(), 0, {}};
    if (!results(procedure)) return false;
    const std::size_t at = state_.index();
    const std::optional<gcl::Name> name = state_.expect_name("the name of a procedure");
    if (!name) return false;
    procedure.name = state_.text(*name);
    procedure.range = state_.range_since(at);
    if (state_.procedure(*name)) {
      state_.reporter.error(state_.range_of(at),
                            "procedure " + state_.quoted(*name) + " is already declared",
                            "choose another name");
    } else {
      state_.declare_procedure(*name, static_cast<std::uint32_t>(program_.procedures.size()));
    }
    if (!formals(procedure, pending)) return false;
    pending.begin = state_.index();
    skip_body();
    program_.procedures.push_back(std::move(procedure));
    pending_.push_back(std::move(pending));
    return true;
  }

  /// void, bool, bool<2>
  bool results(BpProcedure& procedure) {
    procedure.results = state_.at(BpTok::KwBool) ? 1 : 0;
    if (!state_.accept(BpTok::KwBool) && !state_.accept(BpTok::KwVoid)) {
      state_.unexpected("'void' or 'bool'");
      return false;
    }
    if (procedure.results == 0 || !state_.accept(BpTok::Less)) return true;
    if (!state_.at(BpTok::Number)) {
      state_.unexpected("the number of results", "write bool<2>");
      return false;
    }
    procedure.results = static_cast<std::uint32_t>(std::stoul(state_.text(state_.peek().name)));
    if (procedure.results > max_results || procedure.results == 0) {
      state_.reporter.error(state_.here(), "impossible number of results",
                            "between 1 and " + std::to_string(max_results) + ", or void");
      procedure.results = 1;
    }
    state_.advance();
    return state_.expect(BpTok::Greater, "after the number of results");
  }

  bool formals(BpProcedure& procedure, Pending& pending) {
    if (!state_.expect(BpTok::LeftParen, "before the parameters")) return false;
    while (!state_.accept(BpTok::RightParen)) {
      const bool first = procedure.variables.empty();
      if (!first && !state_.expect(BpTok::Comma, "between parameters")) return false;
      const std::size_t at = state_.index();
      const std::optional<gcl::Name> name = state_.expect_name("the name of a parameter");
      if (!name) return false;
      procedure.variables.push_back({state_.text(*name), state_.range_since(at)});
      pending.formals.emplace_back(*name, at);
    }
    procedure.formals = static_cast<std::uint32_t>(procedure.variables.size());
    return true;
  }

  /// Behind the `end` of the body, or where the next procedure can only begin.
  void skip_body() {
    int depth = 0;
    for (; !state_.at(BpTok::End) && !begins_procedure(state_); state_.advance()) {
      if (state_.at(BpTok::KwBegin) || state_.at(BpTok::KwBranch)) ++depth;
      if (!state_.at(BpTok::KwEnd)) continue;
      if (--depth <= 0) return state_.advance();
    }
  }

  void body(const Pending& pending) {
    if (state_.reporter.stopped()) return;
    BpProcedure& procedure = program_.procedures[pending.procedure];
    for (std::uint32_t i = 0; i < pending.formals.size(); ++i) {
      const auto& [name, at] = pending.formals[i];
      if (state_.is_local(name)) {
        state_.reporter.error(state_.range_of(at),
                              "parameter " + state_.quoted(name) + " is declared twice",
                              "choose another name");
      } else {
        state_.declare_local(name, i);
      }
    }
    state_.seek(pending.begin);
    BpStmtParser(state_).parse_body(procedure);
    state_.forget_locals();
  }

  BpParserState state_;
  BpProgram program_;
  std::vector<Pending> pending_;
};

}  // namespace

std::optional<BpProgram> parse_bp(const SourceFile& file, Diagnostics& diagnostics) {
  gcl::Reporter reporter(file);
  BpProgram program = Parser(file, reporter).run();
  // A statement that could not be read may hold the label or the declaration that is missed.
  if (!reporter.has_errors()) {
    Diagnostics found;
    check_bp(program, found);
    if (!found.has_errors()) return program;
    std::vector<Diagnostic> errors = found.all();
    std::ranges::stable_sort(errors, {}, [](const Diagnostic& d) { return d.range.begin; });
    for (const Diagnostic& d : errors) diagnostics.error(d.range, d.message, d.hint);
    return std::nullopt;
  }
  reporter.flush(diagnostics);
  return std::nullopt;
}

}  // namespace pawl::slam
