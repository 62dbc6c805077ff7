// SPDX-License-Identifier: Apache-2.0
#include "cli/input.h"

#include "cli/hints.h"
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
  std::optional<gcl::Program> load(gcl::Context& context, engine::Purpose purpose,
                                   Diagnostics& diagnostics) const override {
    return text_.load(context, purpose, diagnostics);
  }
  bool exact() const override { return true; }
  bool refutable(const std::string&) const override { return true; }
  bool is_c() const override { return false; }
  std::optional<c::IntType> input_type(const std::string&) const override { return std::nullopt; }
  const SourceMap* source_map() const override { return nullptr; }
  const c::Options* c_options() const override { return nullptr; }

 private:
  engine::GclInput text_;
};

class CInput final : public SourceInput {
 public:
  CInput(const SourceFile& file, std::unique_ptr<c::TranslationUnit> unit, c::Options options)
      : file_(file), unit_(std::move(unit)), options_(std::move(options)) {}

  const SourceFile& file() const override { return file_; }
  std::optional<gcl::Program> load(gcl::Context& context, engine::Purpose purpose,
                                   Diagnostics& diagnostics) const override {
    const auto approximation =
        purpose == engine::Purpose::Refute ? c::Approximation::Under : c::Approximation::Over;
    c::Options options = options_;
    if (purpose == engine::Purpose::Procedures) options.calls = c::Calls::Keep;
    std::optional<c::Lowered> lowered =
        c::lower(*unit_, options, approximation, context, diagnostics);
    if (!lowered) return std::nullopt;
    if (purpose == engine::Purpose::Procedures) exact_calls_ = lowered->exact;
    if (purpose == engine::Purpose::Prove) {
      exact_ = lowered->exact;
      proof_only_ = lowered->proof_only;
      inputs_ = lowered->inputs;
      // Of the first: later contexts come and go.
      if (map_.proof_only.empty() && map_.sites.empty()) {
        map_ = {std::move(lowered->sites), std::move(lowered->activations), proof_only_,
                std::move(lowered->names_for_people), std::move(lowered->input_functions)};
      }
    }
    return std::move(lowered->program);
  }
  bool exact() const override { return exact_; }
  bool exact_calls() const override { return exact_calls_; }
  bool refutable(const std::string& procedure) const override {
    return !proof_only_.contains(procedure);
  }
  bool is_c() const override { return true; }
  std::optional<c::IntType> input_type(const std::string& variable) const override {
    const auto found = inputs_.find(variable);
    if (found == inputs_.end()) return std::nullopt;
    return found->second;
  }
  const SourceMap* source_map() const override { return &map_; }
  const c::Options* c_options() const override { return &options_; }

 private:
  const SourceFile& file_;
  std::unique_ptr<c::TranslationUnit> unit_;
  c::Options options_;
  mutable bool exact_ = true;        // known since the program was loaded to be proved
  mutable bool exact_calls_ = true;  // likewise, with calls
  mutable std::set<std::string> proof_only_;
  mutable std::map<std::string, c::IntType> inputs_;
  mutable SourceMap map_;
};

bool has_ending(const std::string& name, std::string_view ending) {
  return name.size() >= ending.size() &&
         std::string_view(name).substr(name.size() - ending.size()) == ending;
}

bool is_c(const Options& options) {
  if (options.language != Language::Auto) return options.language == Language::C;
  return has_ending(options.file, ".c") || has_ending(options.file, ".i") ||
         has_ending(options.file, ".h");
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

bool read_spec(const Options& options, c::Options& out, Diagnostics& diagnostics) {
  const SourceFile* file = side_file(options, options.spec_file, diagnostics);
  if (file == nullptr) return false;
  std::optional<frontend::slic::Spec> spec = frontend::slic::parse_spec(*file, diagnostics);
  if (!spec) return false;
  out.spec = std::make_shared<const frontend::slic::Spec>(std::move(*spec));
  return true;
}

std::unique_ptr<SourceInput> open_gcl(const Options& options, const SourceFile& file,
                                      Diagnostics& diagnostics) {
  if (!options.spec_file.empty()) {
    diagnostics.error({&file, {1, 1}, {1, 1}}, "--spec is for C programs");
    return nullptr;
  }
  if (options.hints_file.empty()) return std::make_unique<GclInput>(file);
  const SourceFile* hints = side_file(options, options.hints_file, diagnostics);
  if (hints == nullptr) return nullptr;
  const auto text = insert_hints(file, *hints, diagnostics);
  if (!text) return nullptr;
  return std::make_unique<GclInput>(options.side_files->emplace_back(file.name(), *text));
}

}  // namespace

std::unique_ptr<SourceInput> open_input(const Options& options, const SourceFile& file,
                                        Diagnostics& diagnostics) {
  if (!is_c(options)) return open_gcl(options, file, diagnostics);
  c::Options c_options = options.c;
  if (!options.spec_file.empty() && !read_spec(options, c_options, diagnostics)) return nullptr;
  if (!options.property_file.empty()) {
    const SourceFile* property = side_file(options, options.property_file, diagnostics);
    if (property == nullptr ||
        apply_property(*property, c_options, diagnostics) == PropertyOutcome::Refused) {
      return nullptr;
    }
  }
  if (!options.hints_file.empty()) {
    const SourceFile* text = side_file(options, options.hints_file, diagnostics);
    auto hints = text != nullptr ? read_hints(*text, diagnostics) : std::nullopt;
    if (!hints) return nullptr;
    c_options.hints = std::move(*hints);
  }
  std::unique_ptr<c::TranslationUnit> unit =
      c::TranslationUnit::parse(file, c_options, diagnostics);
  if (!unit) return nullptr;
  return std::make_unique<CInput>(file, std::move(unit), std::move(c_options));
}

}  // namespace pawl::cli
