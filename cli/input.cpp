// SPDX-License-Identifier: Apache-2.0
#include "cli/input.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "cli/clause_input.h"
#include "cli/loop_predicates.h"
#include "cli/predicates_file.h"
#include "cli/property.h"
#include "frontends/c/lower.h"
#include "frontends/slic/parser.h"
#include "support/file.h"

namespace pawl::cli {
namespace {

namespace c = frontend::c;

class GclInput final : public SourceInput {
 public:
  explicit GclInput(const SourceFile& file) : text_(file) {}
  const SourceFile& file() const override { return text_.file(); }
  std::optional<gcl::Program> load(gcl::Context& context, result::Purpose purpose,
                                   Diagnostics& diagnostics) const override {
    const Clock::time_point begin = Clock::now();
    std::optional<gcl::Program> program = text_.load(context, purpose, diagnostics);
    add_load(begin);
    return program;
  }
  bool exact() const override { return true; }
  bool refutable(const std::string&) const override { return true; }
  bool is_c() const override { return false; }
  std::string language() const override { return "gcl"; }
  std::optional<c::IntType> input_type(const std::string&) const override { return std::nullopt; }
  std::string inexact_step(std::int64_t) const override { return {}; }
  const SourceMap* source_map() const override { return nullptr; }
  const c::Options* c_options() const override { return nullptr; }

 private:
  engine::GclInput text_;
};

class CInput final : public SourceInput {
 public:
  CInput(const SourceFile& file, std::unique_ptr<c::TranslationUnit> unit, c::Options options,
         Clock::duration reading)
      : file_(file), unit_(std::move(unit)), options_(std::move(options)) {
    add_preparation(reading);
  }

  const SourceFile& file() const override { return file_; }
  std::optional<gcl::Program> load(gcl::Context& context, result::Purpose purpose,
                                   Diagnostics& diagnostics) const override {
    const bool under = purpose == result::Purpose::Refute || purpose == result::Purpose::Run;
    const auto approximation = under ? c::Approximation::Under : c::Approximation::Over;
    const bool keeps = purpose == result::Purpose::Procedures || purpose == result::Purpose::Run;
    c::Options options = options_;
    if (keeps) options.calls = c::Calls::Keep;
    const Clock::time_point begin = Clock::now();
    std::optional<c::Lowered> lowered =
        c::lower(*unit_, options, approximation, context, diagnostics);
    add_load(begin);
    if (!lowered) return std::nullopt;
    if (!under) describe_model(*lowered, purpose);
    if (purpose == result::Purpose::Procedures) exact_calls_ = lowered->exact;
    if (purpose == result::Purpose::Run) {
      inputs_ = lowered->inputs;
      inexact_steps_ = std::move(lowered->inexact_steps);
    }
    if (purpose == result::Purpose::Prove) {
      exact_ = lowered->exact;
      proof_only_ = lowered->proof_only;
      inputs_ = lowered->inputs;
      // Of the first: later contexts come and go.
      if (!has_map_) {
        has_map_ = true;
        map_ = {std::move(lowered->sites),
                std::move(lowered->activations),
                proof_only_,
                std::move(lowered->names_for_people),
                std::move(lowered->input_functions),
                std::move(lowered->called_by_strangers),
                std::move(lowered->shown)};
      }
    }
    return std::move(lowered->program);
  }
  void tell_model(result::Purpose purpose, result::Result& result) const override {
    const std::lock_guard<std::mutex> lock(models_mutex_);
    const Model& model = models_[purpose];
    result.functions = model.functions;
    result.skipped = model.skipped;
    result.approximated = model.approximated;
  }
  bool exact() const override { return exact_; }
  bool exact_calls() const override { return exact_calls_; }
  bool refutable(const std::string& procedure) const override {
    return !proof_only_.contains(procedure);
  }
  bool is_c() const override { return true; }
  std::string language() const override { return "c"; }
  std::optional<c::IntType> input_type(const std::string& variable) const override {
    const auto found = inputs_.find(variable);
    if (found == inputs_.end()) return std::nullopt;
    return found->second;
  }
  std::string inexact_step(std::int64_t number) const override {
    const auto index = static_cast<std::size_t>(number) - 1;
    return index < inexact_steps_.size() ? inexact_steps_[index].why : std::string();
  }
  const SourceMap* source_map() const override { return &map_; }
  const c::Options* c_options() const override { return &options_; }

 private:
  struct Model {
    std::size_t functions = 0;
    std::vector<result::SkippedFunction> skipped;
    std::vector<result::OverApproximation> approximated;
  };

  /// Whoever loads it, for one purpose it is the same.
  void describe_model(const c::Lowered& lowered, result::Purpose purpose) const {
    const std::lock_guard<std::mutex> lock(models_mutex_);
    Model& model = models_[purpose];
    model = {lowered.functions, {}, {}};
    for (const c::SkippedFunction& one : lowered.skipped) {
      model.skipped.push_back(
          {one.name, result::place_of(one.range), result::place_of(one.construct), one.why});
    }
    for (const c::InexactStep& one : lowered.over_approximations) {
      model.approximated.push_back({result::place_of(one.range), one.why});
    }
  }

  const SourceFile& file_;
  std::unique_ptr<c::TranslationUnit> unit_;
  c::Options options_;
  mutable bool exact_ = true;        // known since the program was loaded to be proved
  mutable bool exact_calls_ = true;  // likewise, with calls
  mutable std::set<std::string> proof_only_;
  mutable std::map<std::string, c::IntType> inputs_;
  mutable std::vector<c::InexactStep> inexact_steps_;
  mutable SourceMap map_;
  mutable bool has_map_ = false;
  mutable std::mutex models_mutex_;
  mutable std::map<result::Purpose, Model> models_;  // of any thread
};

bool has_ending(const std::string& name, std::string_view ending) {
  return name.size() >= ending.size() &&
         std::string_view(name).substr(name.size() - ending.size()) == ending;
}

/// Behind blanks and comments, which both languages write in the same way.
std::string_view skip_comments(std::string_view text) {
  while (!text.empty()) {
    if (std::isspace(static_cast<unsigned char>(text.front())) != 0) {
      text.remove_prefix(1);
    } else if (text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (text.starts_with("/*")) {
      const std::size_t end = text.find("*/", 2);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    } else {
      break;
    }
  }
  return text;
}

std::string_view first_word(std::string_view text) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
  };
  return text.substr(
      0, static_cast<std::size_t>(std::ranges::find_if_not(text, in_word) - text.begin()));
}

/// Of a text whose name does not say: a GCL program begins with one of the words that begin its
/// declarations, and `const` is followed by a name and a colon there.
bool looks_like_c(std::string_view text) {
  text = skip_comments(text);
  const std::string_view word = first_word(text);
  for (const std::string_view gcl : {"sort", "function", "axiom", "var", "procedure"}) {
    if (word == gcl) return false;
  }
  if (word != "const") return !text.empty();
  text = skip_comments(text.substr(word.size()));
  text = skip_comments(text.substr(first_word(text).size()));
  return !text.starts_with(":") && !text.starts_with(",");
}

}  // namespace

namespace {

/// A text besides the program; null: it cannot be read, and that is reported.
const SourceFile* side_file(const Options& options, const std::string& path,
                            Diagnostics& diagnostics) {
  const Result<std::string> text = read_file(path, diagnostics);
  if (!text) return nullptr;
  return &options.side_files->emplace_back(display_name(path), *text);
}

/// Does somebody look at predicates of scopes?
bool reads_scopes(const Options& options) {
  const bool slam = options.command == Command::Slam || options.command == Command::Dataflow ||
                    options.command == Command::Abstract;
  return slam ||
         (options.command == Command::Verify && options.choice != engine::EngineChoice::Infer);
}

bool read_spec(const Options& options, c::Options& out, Diagnostics& diagnostics) {
  const SourceFile* file = side_file(options, options.spec_file, diagnostics);
  if (file == nullptr) return false;
  std::optional<frontend::slic::Spec> spec = frontend::slic::parse_spec(*file, diagnostics);
  if (!spec) return false;
  out.spec = std::make_shared<const frontend::slic::Spec>(std::move(*spec));
  return true;
}

/// The sections for loops; null when there are none, or an error is reported.
const SourceFile* loop_predicates(const Options& options, Diagnostics& diagnostics) {
  if (options.predicates_file.empty()) return nullptr;
  const SourceFile* file = side_file(options, options.predicates_file, diagnostics);
  if (file == nullptr) return nullptr;
  const std::uint32_t scope = first_line_of(*file, PredicatePart::Scopes);
  if (scope != 0 && !reads_scopes(options)) {
    diagnostics.error({file, {scope, 1}, {scope, 2}},
                      "predicates of a scope are for slam; a hint belongs to a loop",
                      "begin with a line 'loop FUNCTION NUMBER:', or use pawl slam");
    return nullptr;
  }
  if (first_line_of(*file, PredicatePart::Loops) == 0) return nullptr;
  return &options.side_files->emplace_back(file->name(), part_of(*file, PredicatePart::Loops));
}

/// Of what is no program there is nothing to weave in, and no place for a hint.
std::unique_ptr<SourceInput> open_plain_clauses(Language language, const Options& options,
                                                const SourceFile& file, Diagnostics& diagnostics) {
  for (const auto& [value, name] :
       {std::pair{&options.spec_file, "--spec"}, std::pair{&options.property_file, "--property"},
        std::pair{&options.predicates_file, "--predicates"}}) {
    if (!value->empty()) {
      diagnostics.error({&file, {1, 1}, {1, 1}}, std::string(name) + " is for programs");
    }
  }
  return diagnostics.has_errors() ? nullptr : open_clauses(language, file, diagnostics);
}

std::unique_ptr<SourceInput> open_gcl(const Options& options, const SourceFile& file,
                                      Diagnostics& diagnostics) {
  if (!options.spec_file.empty()) {
    diagnostics.error({&file, {1, 1}, {1, 1}}, "--spec is for C programs");
    return nullptr;
  }
  const SourceFile* hints = loop_predicates(options, diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  if (hints == nullptr) return std::make_unique<GclInput>(file);
  const auto text = insert_hints(file, *hints, diagnostics);
  if (!text) return nullptr;
  return std::make_unique<GclInput>(options.side_files->emplace_back(file.name(), *text));
}

}  // namespace

void SourceInput::add_load(Clock::time_point begin) const {
  const std::chrono::duration<double> elapsed = Clock::now() - begin;
  const std::lock_guard<std::mutex> lock(mutex_);
  time_.seconds += elapsed.count();
  if (time_.loads++ == 0) time_.first = time_.seconds;
}

void SourceInput::add_preparation(Clock::duration duration) {
  const std::lock_guard<std::mutex> lock(mutex_);
  time_.seconds += std::chrono::duration<double>(duration).count();
}

const SourceFile* scope_predicates(const Options& options, Diagnostics& diagnostics) {
  if (options.predicates_file.empty()) return nullptr;
  const SourceFile* file = side_file(options, options.predicates_file, diagnostics);
  if (file == nullptr) return nullptr;
  return &options.side_files->emplace_back(file->name(), part_of(*file, PredicatePart::Scopes));
}

Language language_of(const Options& options, const SourceFile& file) {
  if (options.language != Language::Auto) return options.language;
  if (options.file == "-") return looks_like_c(file.text()) ? Language::C : Language::Gcl;
  for (const char* ending : {".c", ".i", ".h"}) {
    if (has_ending(options.file, ending)) return Language::C;
  }
  if (has_ending(options.file, ".sl")) return Language::Sygus;
  return has_ending(options.file, ".smt2") ? Language::Horn : Language::Gcl;
}

bool is_c(const Options& options, const SourceFile& file) {
  return language_of(options, file) == Language::C;
}

std::unique_ptr<SourceInput> open_input(const Options& options, const SourceFile& file,
                                        Diagnostics& diagnostics) {
  const Language language = language_of(options, file);
  if (language == Language::Sygus || language == Language::Horn) {
    return open_plain_clauses(language, options, file, diagnostics);
  }
  if (language != Language::C) return open_gcl(options, file, diagnostics);
  c::Options c_options = options.c;
  if (!options.spec_file.empty() && !read_spec(options, c_options, diagnostics)) return nullptr;
  if (!options.property_file.empty()) {
    const SourceFile* property = side_file(options, options.property_file, diagnostics);
    if (property == nullptr ||
        apply_property(*property, c_options, diagnostics) == PropertyOutcome::Refused) {
      return nullptr;
    }
  }
  if (const SourceFile* loops = loop_predicates(options, diagnostics)) {
    auto hints = read_hints(*loops, diagnostics);
    if (!hints) return nullptr;
    c_options.hints = std::move(*hints);
  }
  if (diagnostics.has_errors()) return nullptr;
  const auto begin = std::chrono::steady_clock::now();
  std::unique_ptr<c::TranslationUnit> unit =
      c::TranslationUnit::parse(file, c_options, diagnostics);
  if (!unit) return nullptr;
  const auto reading = std::chrono::steady_clock::now() - begin;
  return std::make_unique<CInput>(file, std::move(unit), std::move(c_options), reading);
}

}  // namespace pawl::cli
