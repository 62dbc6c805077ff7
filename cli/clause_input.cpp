// SPDX-License-Identifier: Apache-2.0
#include "cli/clause_input.h"

#include "frontends/clauses/lower.h"
#include "frontends/horn/parser.h"
#include "frontends/sygus/parser.h"
#include "support/assert.h"

namespace pawl::cli {
namespace {

namespace clauses = frontend::clauses;

class ClauseInput final : public SourceInput {
 public:
  ClauseInput(Language language, const SourceFile& file) : language_(language), file_(file) {}

  const SourceFile& file() const override { return file_; }
  std::optional<gcl::Program> load(gcl::Context& context, result::Purpose,
                                   Diagnostics& diagnostics) const override {
    const Clock::time_point begin = Clock::now();
    std::optional<gcl::Program> program;
    if (const auto system = read(context, diagnostics)) {
      program = clauses::lower(*system, context, diagnostics);
    }
    add_load(begin);
    return program;
  }
  bool exact() const override { return true; }
  bool refutable(const std::string&) const override { return true; }
  bool is_c() const override { return false; }
  std::string language() const override { return language_ == Language::Sygus ? "sygus" : "horn"; }
  std::optional<frontend::c::IntType> input_type(const std::string&) const override {
    return std::nullopt;
  }
  std::string inexact_step(std::int64_t) const override { return {}; }
  const SourceMap* source_map() const override { return nullptr; }
  const frontend::c::Options* c_options() const override { return nullptr; }
  std::optional<clauses::System> clauses(gcl::Context& context) const override {
    Diagnostics ignored;
    return read(context, ignored);
  }

 private:
  std::optional<clauses::System> read(gcl::Context& context, Diagnostics& diagnostics) const {
    if (language_ == Language::Sygus) return frontend::sygus::parse(file_, context, diagnostics);
    PAWL_ASSERT(language_ == Language::Horn, "there should be a reader for every language");
    return frontend::horn::parse(file_, context, diagnostics);
  }

  Language language_;
  const SourceFile& file_;
};

}  // namespace

std::unique_ptr<SourceInput> open_clauses(Language language, const SourceFile& file,
                                          Diagnostics& diagnostics) {
  auto input = std::make_unique<ClauseInput>(language, file);
  gcl::Context context;
  if (!input->load(context, result::Purpose::Prove, diagnostics)) return nullptr;
  return input;
}

}  // namespace pawl::cli
