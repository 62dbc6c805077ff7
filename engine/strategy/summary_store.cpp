// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/summary_store.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>

#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "support/assert.h"
#include "support/file.h"
#include "support/sha256.h"
#include "support/version.h"

namespace pawl::engine {
namespace {

using Json = nlohmann::ordered_json;
constexpr int format_version = 1;

// ---- the key

std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    const bool inside = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                        std::string_view("_'#@$").find(c) != std::string_view::npos;
    if (inside) {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::move(word));
      word.clear();
    }
  }
  return words;
}

std::string text_of(const gcl::Procedure& procedure) {
  std::ostringstream out;
  gcl::print(out, procedure);
  return out.str();
}

/// The procedure with all that it mentions, as a program of its own. Callees are known by their
/// contracts: what else they do is told by the questions.
std::string closed_text(const gcl::Program& program, const gcl::Procedure& procedure) {
  gcl::Program part;
  part.sorts = program.sorts;
  part.functions = program.functions;
  part.axioms = program.axioms;
  part.constants = program.constants;
  std::string text = text_of(procedure);
  std::set<std::string> words = words_of(text);
  for (const gcl::Procedure& callee : program.procedures) {
    if (callee.name == procedure.name || !words.contains(callee.name)) continue;
    gcl::Procedure contract = callee;
    contract.body.reset();
    contract.locals.clear();
    part.procedures.push_back(std::move(contract));
    words.merge(words_of(text_of(part.procedures.back())));
  }
  for (const gcl::VarDecl& global : program.globals) {
    if (words.contains(global.var.name())) part.globals.push_back(global);
  }
  return gcl::print(part) + text;
}

std::string key_of(const gcl::Program& program, const gcl::Procedure& procedure,
                   const slam::StrengthenOptions& options) {
  std::ostringstream all;
  all << "pawl " << version << ", summaries " << format_version << '\n'
      << prover::version(options.prover.kind) << ", rlimit " << options.prover.limits.rlimit
      << ", queries " << options.max_queries << '\n'
      << closed_text(program, procedure);
  return sha256_hex(all.str());
}

// ---- questions

/// By the text of the predicates: position in the order of the text -> index.
std::vector<std::size_t> order_of(const std::vector<std::string>& texts) {
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return texts[i]; });
  return order;
}

struct Named {
  std::string question;            // its hash
  std::vector<std::size_t> order;  // of the predicates
};

Named name_of(const slam::AbstractionStore::Question& asked) {
  std::vector<std::string> texts;
  std::vector<gcl::Expr> formulas(asked.predicates.begin(), asked.predicates.end());
  texts.reserve(formulas.size());
  for (const gcl::Expr predicate : formulas) texts.push_back(gcl::print(predicate));
  Named result{{}, order_of(texts)};
  std::string text = std::to_string(asked.cube_length) + "\n" + gcl::print(asked.negated) + "\n";
  for (const std::size_t i : result.order) text += texts[i] + "\n";
  formulas.push_back(asked.negated);
  std::set<std::string> sorts;
  for (const gcl::Expr var : gcl::free_vars(formulas)) {
    sorts.insert(var.name() + ": " + gcl::to_string(var.sort()) + "\n");
  }
  for (const std::string& line : sorts) text += line;
  result.question = sha256_hex(text);
  return result;
}

slam::Cubes renamed(const slam::Cubes& cubes, const std::vector<std::size_t>& to) {
  slam::Cubes result = cubes;
  for (slam::PredicateCube& cube : result) {
    for (slam::PredicateLiteral& one : cube) one.predicate = to.at(one.predicate);
    std::ranges::sort(cube);
  }
  return result;
}

std::vector<std::size_t> inverse(const std::vector<std::size_t>& order) {
  std::vector<std::size_t> result(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) result[order[i]] = i;
  return result;
}

// ---- files

Json write(const slam::Cubes& cubes) {
  Json result = Json::array();
  for (const slam::PredicateCube& cube : cubes) {
    Json literals = Json::array();
    for (const slam::PredicateLiteral& one : cube) {
      literals.push_back({one.predicate, one.positive});
    }
    result.push_back(std::move(literals));
  }
  return result;
}

slam::Cubes read_cubes(const Json& json) {
  slam::Cubes result;
  for (const Json& cube : json) {
    slam::PredicateCube& literals = result.emplace_back();
    for (const Json& one : cube) literals.push_back({one.at(0), one.at(1)});
  }
  return result;
}

bool in_range(const slam::Cubes& cubes, std::size_t predicates) {
  return std::ranges::all_of(cubes, [&](const slam::PredicateCube& cube) {
    return std::ranges::all_of(
        cube, [&](const slam::PredicateLiteral& one) { return one.predicate < predicates; });
  });
}

std::string checksum(const Json& content) { return sha256_hex(content.dump()); }

}  // namespace

SummaryStore::SummaryStore(std::string directory, const gcl::Program& program,
                           const slam::StrengthenOptions& options, Diagnostics& diagnostics)
    : directory_(std::move(directory)) {
  for (const gcl::Procedure& procedure : program.procedures) {
    if (!procedure.body) continue;
    Entry& entry = entries_[procedure.name];
    entry.key = key_of(program, procedure, options);
    load(entry, procedure.name, diagnostics);
  }
}

void SummaryStore::load(Entry& entry, const std::string& procedure,
                        Diagnostics& diagnostics) const {
  const std::filesystem::path path = std::filesystem::path(directory_) / (entry.key + ".json");
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return;
  const pawl::Result<std::string> text = read_file(path.string(), diagnostics);
  if (!text) return;
  try {
    const Json json = Json::parse(*text);
    const Json& content = json.at("content");
    if (json.at("sha256") != checksum(content) || content.at("key") != entry.key) {
      throw Json::other_error::create(501, "the checksum is not that of its content", &json);
    }
    const auto texts = [&](const char* name) {
      return content.at(name).get<std::vector<std::string>>();
    };
    Interface interface {
      texts("formals"), texts("returns"), texts("predicates"), texts("globals")
    };
    std::map<std::string, slam::Cubes> answers;
    for (const auto& [question, cubes] : content.at("answers").items()) {
      answers.emplace(question, read_cubes(cubes));
    }
    entry = {entry.key, std::move(interface), std::move(answers), true, false};
  } catch (const Json::exception&) {
    diagnostics.warning({}, "'" + path.string() + "' is damaged; the abstraction of procedure '" +
                                procedure + "' is computed again");
  }
}

const SummaryStore::Interface* SummaryStore::known(const std::string& procedure) const {
  const auto found = entries_.find(procedure);
  return found != entries_.end() && found->second.loaded ? &found->second.interface : nullptr;
}

void SummaryStore::enter(const std::string& procedure, const Interface& interface) {
  const auto found = entries_.find(procedure);
  PAWL_ASSERT(found != entries_.end(), "the procedure should be one of the program");
  current_ = &found->second;
  current_->interface = interface;
}

std::optional<slam::Cubes> SummaryStore::find(const Question& question) {
  if (current_ == nullptr) return std::nullopt;
  const Named named = name_of(question);
  const auto found = current_->answers.find(named.question);
  if (found == current_->answers.end()) return std::nullopt;
  if (!in_range(found->second, named.order.size())) return std::nullopt;
  return renamed(found->second, named.order);
}

void SummaryStore::keep(const Question& question, const slam::Cubes& answer) {
  if (current_ == nullptr) return;
  const Named named = name_of(question);
  const auto [place, fresh] = current_->answers.try_emplace(named.question);
  if (!fresh) return;
  place->second = renamed(answer, inverse(named.order));
  current_->changed = true;
}

SummaryStore::Saved SummaryStore::save(Diagnostics& diagnostics) const {
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (error) {
    diagnostics.error({}, "cannot make the directory '" + directory_ + "': " + error.message());
    return Saved::No;
  }
  for (const auto& [procedure, entry] : entries_) {
    if (!entry.changed) continue;
    Json answers = Json::object();
    for (const auto& [question, cubes] : entry.answers) answers[question] = write(cubes);
    const Json content = {{"key", entry.key},
                          {"version", version},
                          {"procedure", procedure},
                          {"formals", entry.interface.formals},
                          {"returns", entry.interface.returns},
                          {"predicates", entry.interface.own},
                          {"globals", entry.interface.globals},
                          {"answers", answers}};
    const Json json = {{"sha256", checksum(content)}, {"content", content}};
    const std::filesystem::path path = std::filesystem::path(directory_) / (entry.key + ".json");
    if (write_file(path.string(), json.dump(1) + "\n", diagnostics) != WriteOutcome::Written) {
      return Saved::No;
    }
  }
  return Saved::Yes;
}

}  // namespace pawl::engine
