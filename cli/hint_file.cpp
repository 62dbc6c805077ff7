// SPDX-License-Identifier: Apache-2.0
//
// Formulas in GCL are parsed in the scope of their procedure. Predicates about C loops go through
// the front end, as if they stood in a comment at the loop: a second lowering, of which only these
// formulas are taken, so that hints cannot change what the program means.
#include "cli/hint_file.h"

#include <algorithm>
#include <map>
#include <memory>

#include "frontends/acsl/parser.h"
#include "frontends/c/lower.h"
#include "gcl/parser.h"
#include "gcl/printer.h"
#include "hints/result_hints.h"
#include "hints/witness_hints.h"
#include "result/file.h"
#include "support/file.h"
#include "support/sha256.h"

namespace pawl::cli {
namespace {

namespace c = frontend::c;
namespace acsl = frontend::acsl;
using hints::Hint;

/// A comment at a loop whose text stands where the hint stands in its file.
SourceFile as_comment(const SourceFile& file, const Hint& hint) {
  std::string text;
  if (hint.at.line > 1) text.assign(hint.at.line - 2, '\n');
  text += "/*@ loop_invariant";
  text += hint.at.line > 1 ? "\n" + std::string(hint.at.column - 1, ' ') : " ";
  text += hint.text + "; */";
  return {file.name(), std::move(text)};
}

class CandidateReader {
 public:
  CandidateReader(const Options& options, const SourceInput& input, gcl::Context& context,
                  const gcl::Program& program, Diagnostics& diagnostics)
      : options_(options),
        input_(input),
        context_(context),
        program_(program),
        diagnostics_(diagnostics) {}

  std::optional<Candidates> operator()() {
    const Result<std::string> text = read_file(options_.candidates_file, diagnostics_);
    if (!text) return std::nullopt;
    file_ = &options_.side_files->emplace_back(display_name(options_.candidates_file), *text);
    if (!read() || diagnostics_.has_errors()) return std::nullopt;
    for (const Hint& hint : hints_) {
      result::Place place;
      if (hint.at.line != 0) {
        place = {hint.at.line, hint.at.column, hint.at.line, hint.at.column + 1};
      }
      found_.sources.push_back({place, hint.text, hints::loop_name(hint), hint.ignored});
    }
    claim_gcl();
    if (input_.is_c()) claim_c();
    if (diagnostics_.has_errors()) return std::nullopt;
    return std::move(found_);
  }

 private:
  // ---- the file

  bool read() {
    const std::string& name = options_.candidates_file;
    if (name.ends_with(".c") || name.ends_with(".i")) return read_c();
    if (name.ends_with(".gcl")) return read_gcl();
    const std::string_view text = file_->text();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool json = name.ends_with(".json") || (first != std::string::npos && text[first] == '{');
    return json ? read_result() : read_witness();
  }

  bool read_result() {
    const auto result = result::read_result_file(file_->name(), file_->text(), diagnostics_);
    if (!result) return false;
    const std::string language = input_.language();
    if (result->result.language.name != language) {
      return refuse("'" + file_->name() + "' is the result of a program in another language");
    }
    const bool same =
        result->result.sha256 == sha256_hex(input_.file().text()) && result->load == options_.load;
    hints_ = hints::hints_of(*result, same ? hints::Source::Same : hints::Source::Other);
    return true;
  }

  bool read_witness() {
    if (!input_.is_c()) return refuse("a witness is about a C program");
    auto witness = hints::read_witness(*file_, input_.file().name(), diagnostics_);
    if (!witness) return false;
    hints_ = std::move(witness->hints);
    const std::string own = sha256_hex(input_.file().text());
    const bool other =
        std::ranges::none_of(witness->hashes, [&](const auto& one) { return one.second == own; });
    if (other && !witness->hashes.empty()) {
      diagnostics_.warning({file_, {1, 1}, {1, 1}},
                           "this witness was written for a file with other contents");
    }
    return true;
  }

  /// The loop invariants of an annotated C program; each belongs to the next loop of its text.
  bool read_c() {
    if (!input_.is_c()) return refuse("annotations of C are about a C program");
    const c::Options& options = *input_.c_options();
    const auto unit = c::TranslationUnit::parse(*file_, options, diagnostics_);
    gcl::Context context;
    const auto lowered =
        unit ? c::lower(*unit, options, c::Approximation::Over, context, diagnostics_)
             : std::nullopt;
    if (!lowered) return false;
    for (const acsl::TextRange& comment : acsl::find_annotations(file_->text())) {
      const auto annotation = acsl::parse_annotation(*file_, comment, {}, diagnostics_);
      const auto* loop = annotation ? std::get_if<acsl::LoopAnnotation>(&*annotation) : nullptr;
      if (loop == nullptr) continue;
      for (const acsl::LoopInvariant& one : loop->invariants) add_acsl(one, lowered->sites);
    }
    return true;
  }

  void add_acsl(const acsl::LoopInvariant& invariant, const std::vector<c::LoopSite>& sites) {
    const SourceRange& range = invariant.predicate->range;
    const auto next = std::ranges::find_if(sites, [&](const c::LoopSite& site) {
      return site.place.file == file_ && range.begin < site.place.begin;
    });
    if (next == sites.end()) return;
    Hint hint;
    hint.at = range.begin;
    const std::size_t begin = file_->line_begin(range.begin.line) + range.begin.column - 1;
    const std::size_t end = file_->line_begin(range.end.line) + range.end.column - 1;
    hint.text = std::string(file_->text().substr(begin, end - begin));
    hint.function = next->function;
    hint.ordinal = ordinal_of(sites, *next);
    hints_.push_back(std::move(hint));
  }

  static std::size_t ordinal_of(const std::vector<c::LoopSite>& sites, const c::LoopSite& wanted) {
    std::size_t ordinal = 0;
    for (const c::LoopSite& site : sites) {
      if (site.function == wanted.function) ++ordinal;
      if (&site == &wanted) break;
    }
    return ordinal;
  }

  /// The invariants of an annotated program.
  bool read_gcl() {
    if (input_.is_c()) return refuse("a program in GCL has no hints for one in C");
    gcl::Context context;
    const auto program = gcl::parse_program(context, *file_, diagnostics_);
    if (!program) return false;
    for (const gcl::Procedure& procedure : program->procedures) {
      std::size_t ordinal = 0;
      if (!procedure.body) continue;
      gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
        const auto* loop = std::get_if<gcl::While>(&stmt.node);
        if (loop == nullptr) return;
        ++ordinal;
        for (const gcl::Located& one : loop->invariants) {
          hints_.push_back({one.range.begin, hints::Language::Gcl, gcl::print(one.expr),
                            procedure.name, ordinal});
        }
      });
    }
    return true;
  }

  bool refuse(const std::string& message) {
    diagnostics_.error({file_, {1, 1}, {1, 1}}, message);
    return false;
  }

  SourceRange range_of(const Hint& hint) const {
    if (hint.at.line == 0) return {};
    return {file_, hint.at, {hint.at.line, hint.at.column + 1}};
  }

  void no_such_loop(const Hint& hint) {
    std::string message = "there is no loop '" + hints::loop_name(hint) + "'";
    if (hint.at.line == 0) message = "'" + file_->name() + "': " + message;
    diagnostics_.error(range_of(hint), message, "this hint is about it: " + hint.text);
  }

  // ---- formulas of the IL

  void claim_gcl() {
    for (std::size_t i = 0; i < hints_.size(); ++i) {
      const Hint& hint = hints_[i];
      if (hint.language != hints::Language::Gcl) continue;
      const gcl::Procedure* procedure = program_.find_procedure(hint.function);
      std::size_t loops = 0;
      if (procedure != nullptr && procedure->body) {
        gcl::for_each_stmt(*procedure->body, [&](const gcl::Stmt& stmt) {
          loops += std::holds_alternative<gcl::While>(stmt.node) ? 1 : 0;
        });
      }
      if (hint.ordinal > loops) {
        no_such_loop(hint);
        continue;
      }
      const SourceFile text("hint", hint.text);
      Diagnostics complaints;
      const gcl::Expr formula = gcl::parse_expr(context_, text, program_, *procedure, {},
                                                context_.bool_sort(), complaints);
      if (complaints.has_errors()) {
        const std::string where = hint.at.line == 0 ? "'" + file_->name() + "': " : "";
        diagnostics_.error(range_of(hint),
                           where + "this is no formula at loop " + hints::loop_name(hint) + ": " +
                               complaints.all().front().message,
                           hint.text);
        continue;
      }
      found_.claims.push_back({i, hint.function, hint.ordinal - 1, gcl::print(formula)});
    }
  }

  // ---- predicates about C

  /// The loop a hint is about, as function and number there; 0: none.
  std::size_t find_site(Hint& hint) const {
    const std::vector<c::LoopSite>& sites = input_.source_map()->sites;
    std::vector<const c::LoopSite*> here;
    for (const c::LoopSite& site : sites) {
      const bool fits = hint.ordinal != 0 ? site.function == hint.function &&
                                                ordinal_of(sites, site) == hint.ordinal
                                          : site.place.begin.line == hint.line;
      if (fits) here.push_back(&site);
    }
    if (hint.ordinal == 0 && hint.column != 0) {
      std::erase_if(
          here, [&](const c::LoopSite* site) { return site->place.begin.column != hint.column; });
    }
    std::erase_if(here, [&](const c::LoopSite* site) {
      return !hint.function.empty() && site->function != hint.function;
    });
    if (here.empty()) return 0;
    hint.function = here.front()->function;
    return ordinal_of(sites, *here.front());
  }

  void claim_c() {
    c::Options options = *input_.c_options();
    std::map<const SourceFile*, std::size_t> numbers;
    for (std::size_t i = 0; i < hints_.size(); ++i) {
      Hint& hint = hints_[i];
      if (hint.language != hints::Language::Acsl || !hint.ignored.empty()) continue;
      const std::size_t ordinal = find_site(hint);
      if (ordinal == 0) {
        no_such_loop(hint);
        continue;
      }
      c::LoopPredicates given;
      given.function = hint.function;
      given.ordinal = ordinal;
      // Messages point into it as long as there are options.
      given.file = {options_.side_files,
                    &options_.side_files->emplace_back(as_comment(*file_, hint))};
      given.begin = given.file->text().find("/*@");
      given.end = given.file->text().size();
      numbers[given.file.get()] = i;
      options.hints.push_back(std::move(given));
    }
    if (!options.hints.empty() && !diagnostics_.has_errors()) lower(options, numbers);
  }

  void lower(const c::Options& options, const std::map<const SourceFile*, std::size_t>& numbers) {
    const auto unit = c::TranslationUnit::parse(input_.file(), options, diagnostics_);
    gcl::Context context;
    const auto lowered =
        unit ? c::lower(*unit, options, c::Approximation::Over, context, diagnostics_)
             : std::nullopt;
    if (!lowered) return;
    for (const gcl::Procedure& procedure : lowered->program.procedures) {
      if (!procedure.body) continue;
      std::size_t loop = 0;
      gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
        const auto* found = std::get_if<gcl::While>(&stmt.node);
        if (found == nullptr) return;
        for (const gcl::Located& one : found->predicates) {
          const auto number = numbers.find(one.range.file);
          if (number != numbers.end()) claim(number->second, procedure.name, loop, one.expr);
        }
        ++loop;
      });
    }
    for (std::size_t i = 0; i < hints_.size(); ++i) {
      result::HintSource& source = found_.sources[i];
      const bool asked = std::ranges::any_of(
          found_.claims, [&](const engine::HintClaim& claim) { return claim.number == i; });
      if (!asked && source.ignored.empty()) source.ignored = "no run comes back to this loop";
    }
  }

  /// In the context of the program that is analysed, if it can be said there.
  void claim(std::size_t number, const std::string& procedure, std::size_t loop, gcl::Expr hint) {
    const std::string printed = gcl::print(hint);
    const gcl::Procedure* own = program_.find_procedure(procedure);
    const SourceFile text("hint", printed);
    Diagnostics complaints;
    const gcl::Expr formula = own == nullptr ? gcl::Expr()
                                             : gcl::parse_expr(context_, text, program_, *own, {},
                                                               context_.bool_sort(), complaints);
    if (formula && !complaints.has_errors()) {
      found_.claims.push_back({number, procedure, loop, gcl::print(formula)});
    } else {
      found_.sources[number].ignored = "it speaks of what the program does not keep";
    }
  }

  const Options& options_;
  const SourceInput& input_;
  gcl::Context& context_;
  const gcl::Program& program_;
  Diagnostics& diagnostics_;
  const SourceFile* file_ = nullptr;
  std::vector<Hint> hints_;
  Candidates found_;
};

}  // namespace

std::optional<Candidates> read_candidates(const Options& options, const SourceInput& input,
                                          gcl::Context& context, const gcl::Program& program,
                                          Diagnostics& diagnostics) {
  return CandidateReader(options, input, context, program, diagnostics)();
}

}  // namespace pawl::cli
