// SPDX-License-Identifier: Apache-2.0
//
// The annotations of a file and of what it includes, and the functions, statements and loops they
// belong to. Comments in code that the preprocessor left out are none; those of system headers
// are not looked at.
#include <clang/AST/RawCommentList.h>

#include <algorithm>
#include <cctype>

#include "frontends/acsl/parser.h"
#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/library.h"
#include "support/overloaded.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;

Acsl::Acsl(const Rooms& rooms)
    : unit_(rooms.unit),
      options_(rooms.options),
      approximation_(rooms.approximation),
      c_(rooms.context),
      diagnostics_(rooms.diagnostics),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      call_graph_(rooms.call_graph),
      arithmetic_(rooms.arithmetic),
      code_(rooms.code),
      globals_(rooms.globals),
      procedures_(rooms.procedures),
      types_(rooms.types),
      pointers_(rooms.pointers),
      memory_(rooms.memory),
      flat_(rooms.flat),
      lvalues_(rooms.lvalues),
      objects_(rooms.objects),
      lifetimes_(rooms.lifetimes),
      lengths_(rooms.lengths),
      initial_(rooms.initial) {}

Acsl::~Acsl() = default;

void Acsl::refuse(const SourceRange& range, const std::string& what,
                  const std::string& hint) const {
  throw Unsupported{range, what, hint.empty() ? "see docs/acsl.md" : hint, true};
}

bool Acsl::has_contract(const clang::FunctionDecl* function) const {
  return contracts_.contains(function->getCanonicalDecl());
}

std::set<const clang::FunctionDecl*> Acsl::contracted() const {
  std::set<const clang::FunctionDecl*> found;
  for (const auto& [function, contract] : contracts_) found.insert(function);
  return found;
}

bool Acsl::is_type_name(std::string_view name) const {
  if (logic_types_.contains(std::string(name))) return true;
  const clang::DeclContext* unit = ast_.getTranslationUnitDecl();
  for (const clang::Decl* d : unit->lookup(&ast_.Idents.get(llvm::StringRef(name)))) {
    if (isa<clang::TypedefNameDecl>(d)) return true;
  }
  return false;
}

void Acsl::read() {
  const clang::SourceManager& sources = unit_.sources();
  for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) {
    const auto& entry = sources.getLocalSLocEntry(i);
    if (!entry.isFile()) continue;
    const auto begin = clang::SourceLocation::getFromRawEncoding(entry.getOffset());
    if (begin.isValid() && !sources.isInSystemHeader(begin)) read_file(sources.getFileID(begin));
  }
  std::ranges::stable_sort(annotations_, [&](const auto& a, const auto& b) {
    return sources.isBeforeInTranslationUnit(a->where, b->where);
  });
  for (const auto& one : annotations_) {
    try {
      attach(*one);
    } catch (const Unsupported& what) {
      diagnostics_.error(what.range, what.message + " is not supported", what.hint);
    }
  }
  for (const LoopPredicates& hint : options_.hints) read_loop_predicates(hint);
  find_recursion();
  take_addresses();
}

namespace {

/// In text order.
std::vector<const clang::Stmt*> loops_of(const clang::FunctionDecl* function) {
  std::vector<const clang::Stmt*> found;
  std::vector<const clang::Stmt*> work = {function->getBody()};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    if (isa<clang::WhileStmt>(s) || isa<clang::ForStmt>(s) || isa<clang::DoStmt>(s)) {
      found.push_back(s);
    }
    const std::vector<const clang::Stmt*> children(s->child_begin(), s->child_end());
    work.insert(work.end(), children.rbegin(), children.rend());
  }
  return found;
}

}  // namespace

/// Clauses from another file: hints only, which claim nothing.
void Acsl::read_loop_predicates(const LoopPredicates& hint) {
  std::optional<acsl::Annotation> parsed =
      acsl::parse_annotation(*hint.file, {hint.begin, hint.end}, {}, diagnostics_);
  if (!parsed) return;  // reported
  const SourceRange range = acsl::range_of(*parsed);
  const auto* clauses = std::get_if<acsl::LoopAnnotation>(&*parsed);
  if (clauses == nullptr || !clauses->invariants.empty() || !clauses->assigns.empty() ||
      clauses->variant || !clauses->allocations.empty()) {
    diagnostics_.error(range, "these are not hints for a loop",
                       "loop_predicate, loop_invariant and skolem_constant are");
    return;
  }
  const clang::Stmt* wanted = nullptr;
  const clang::FunctionDecl* inside = nullptr;
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function == nullptr || !function->isThisDeclarationADefinition()) continue;
    if (function->getNameAsString() != hint.function) continue;
    const auto loops = loops_of(function);
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const bool here =
          hint.ordinal != 0 ? hint.ordinal == i + 1 : code_.place(loops[i]).begin.line == hint.line;
      if (!here) continue;
      wanted = loops[i];
      inside = function;
    }
  }
  if (wanted == nullptr) {
    diagnostics_.error(range, "there is no such loop in '" + hint.function + "'");
    return;
  }
  annotations_.push_back(
      std::make_unique<Located>(Located{std::move(*parsed), wanted->getBeginLoc()}));
  inside_[inside].push_back(annotations_.back().get());
  loops_[wanted].push_back(annotations_.back().get());
}

void Acsl::read_file(clang::FileID id) {
  const auto* comments = ast_.Comments.getCommentsInFile(id);
  const SourceFile* file = unit_.file_of(id);
  if (comments == nullptr || file == nullptr) return;
  acsl::ParseOptions options;
  options.is_type_name = [this](std::string_view name) { return is_type_name(name); };
  for (const acsl::TextRange& comment : acsl::find_annotations(file->text())) {
    // Clang joins neighbouring comments; it has none of what the preprocessor left out.
    auto around = comments->upper_bound(static_cast<unsigned>(comment.begin));
    if (around == comments->begin()) continue;
    --around;
    const clang::SourceLocation end = around->second->getEndLoc();
    if (unit_.sources().getFileOffset(end) < comment.begin) continue;
    std::optional<acsl::Annotation> parsed =
        acsl::parse_annotation(*file, comment, options, diagnostics_);
    if (!parsed) continue;  // reported
    const std::string_view text = file->text().substr(comment.begin, comment.end - comment.begin);
    note_words(text);
    tracks_sizes_ = tracks_sizes_ || text.find("\\valid") != std::string_view::npos;
    const auto start =
        unit_.sources().getLocForStartOfFile(id).getLocWithOffset(static_cast<int>(comment.begin));
    annotations_.push_back(std::make_unique<Located>(Located{std::move(*parsed), start}));
  }
}

void Acsl::note_words(std::string_view text) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    while (i < text.size() && in_word(text[i])) ++i;
    if (i > begin) words_.emplace(text.substr(begin, i - begin));
    if (i == begin) ++i;
  }
}

const clang::FunctionDecl* Acsl::body_around(clang::SourceLocation where) const {
  const clang::SourceManager& sources = unit_.sources();
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function == nullptr || !function->isThisDeclarationADefinition()) continue;
    const clang::SourceRange body = function->getBody()->getSourceRange();
    if (sources.isBeforeInTranslationUnit(sources.getExpansionLoc(body.getBegin()), where) &&
        sources.isBeforeInTranslationUnit(where, sources.getExpansionLoc(body.getEnd()))) {
      return function;
    }
  }
  return nullptr;
}

void Acsl::attach(Located& one) {
  const clang::FunctionDecl* function = body_around(one.where);
  const SourceRange range = acsl::range_of(one.annotation);
  const bool is_loop = std::holds_alternative<acsl::LoopAnnotation>(one.annotation);
  if (is_loop && options_.loop_annotations == LoopAnnotations::Ignore) return;
  if (const auto* ghost = std::get_if<acsl::Ghost>(&one.annotation); ghost && !ghost->label) {
    refuse(range, "ACSL ghost code", "only labels (ghost L: ;) are; make it C code");
  }
  if (function != nullptr) {
    if (std::holds_alternative<acsl::Contract>(one.annotation)) {
      refuse(range, "an ACSL contract of a statement", "write assertions before and after it");
    }
    if (std::holds_alternative<acsl::Declarations>(one.annotation)) {
      refuse(range, "an ACSL declaration inside of a function");
    }
    attach_in_body(one, function);
    return;
  }
  std::visit(
      overloaded{[&](const acsl::Contract& c) { attach_contract(c, one.where); },
                 [&](const acsl::Declarations& d) {
                   for (const acsl::Declaration& each : d.declarations) declare(each);
                 },
                 [&](const auto&) { refuse(range, "this annotation outside of a function"); }},
      one.annotation);
}

void Acsl::attach_contract(const acsl::Contract& contract, clang::SourceLocation where) {
  const clang::SourceManager& sources = unit_.sources();
  const clang::FileID file = sources.getFileID(where);
  const clang::Decl* next = nullptr;
  unsigned nearest = 0;
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const clang::SourceLocation begin = sources.getExpansionLoc(d->getBeginLoc());
    if (d->isImplicit() || begin.isInvalid() || sources.getFileID(begin) != file) continue;
    const unsigned offset = sources.getFileOffset(begin);
    if (offset < sources.getFileOffset(where) || (next != nullptr && nearest <= offset)) continue;
    next = d;
    nearest = offset;
  }
  const auto* function = next != nullptr ? dyn_cast<clang::FunctionDecl>(next) : nullptr;
  if (function == nullptr) refuse(contract.range, "an ACSL contract that no function follows");
  if (c::builtin(function)) {
    diagnostics_.note(contract.range, "'" + function->getNameAsString() +
                                          "' has a meaning of its own: its contract is not used");
    return;
  }
  if (call_graph_.skipped(function)) return;  // not proved, so nobody relies on it
  contracts_[function->getCanonicalDecl()].push_back({&contract, function});
}

namespace {

/// Where annotations may stand: the statements of a sequence, and what a label or an if leads to.
std::vector<const clang::Stmt*> places_in(const clang::Stmt* s) {
  std::vector<const clang::Stmt*> found;
  if (const auto* block = dyn_cast<clang::CompoundStmt>(s)) {
    found.assign(block->body_begin(), block->body_end());
  } else if (const auto* choice = dyn_cast<clang::IfStmt>(s)) {
    found = {choice->getThen(), choice->getElse()};
  } else if (const auto* one = dyn_cast<clang::SwitchCase>(s)) {
    found = {one->getSubStmt()};
  } else if (const auto* label = dyn_cast<clang::LabelStmt>(s)) {
    found = {label->getSubStmt()};
  }
  std::erase(found, nullptr);
  return found;
}

/// The body of a loop, and where what stands before it begins; an invalid place: it is no loop.
std::pair<const clang::Stmt*, clang::SourceLocation> body_of(const clang::Stmt* s) {
  if (const auto* one = dyn_cast<clang::WhileStmt>(s)) return {one->getBody(), one->getRParenLoc()};
  if (const auto* one = dyn_cast<clang::ForStmt>(s)) return {one->getBody(), one->getRParenLoc()};
  if (const auto* one = dyn_cast<clang::DoStmt>(s)) return {one->getBody(), one->getDoLoc()};
  return {nullptr, {}};
}

const clang::Stmt* loop_at(const clang::Stmt* s) {
  while (true) {
    if (const auto* label = dyn_cast<clang::LabelStmt>(s)) {
      s = label->getSubStmt();
    } else if (const auto* attributed = dyn_cast<clang::AttributedStmt>(s)) {
      s = attributed->getSubStmt();
    } else {
      break;
    }
  }
  const bool is_loop = isa<clang::WhileStmt>(s) || isa<clang::ForStmt>(s) || isa<clang::DoStmt>(s);
  return is_loop ? s : nullptr;
}

}  // namespace

void Acsl::attach_in_body(Located& one, const clang::FunctionDecl* function) {
  const clang::SourceManager& sources = unit_.sources();
  const SourceRange range = acsl::range_of(one.annotation);
  const auto before = [&](clang::SourceLocation a, clang::SourceLocation b) {
    return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(a),
                                             sources.getExpansionLoc(b));
  };
  const clang::Stmt* around = function->getBody();
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (const clang::Stmt* child : around->children()) {
      if (child == nullptr || !before(child->getBeginLoc(), one.where) ||
          !before(one.where, child->getEndLoc())) {
        continue;
      }
      around = child;
      deeper = true;
      break;
    }
  }
  const clang::Stmt* next = nullptr;
  for (const clang::Stmt* child : places_in(around)) {
    if (next == nullptr && before(one.where, child->getBeginLoc())) next = child;
  }
  const auto [body, head_end] = body_of(around);
  const bool before_body =
      body != nullptr && before(head_end, one.where) && before(one.where, body->getBeginLoc());
  inside_[function].push_back(&one);
  if (std::holds_alternative<acsl::LoopAnnotation>(one.annotation)) {
    if (next == nullptr && before_body) next = body;  // for (...) /*@ ... */ while (...)
    const clang::Stmt* loop = next != nullptr ? loop_at(next) : nullptr;
    if (loop == nullptr) refuse(range, "a loop annotation that is not before a loop");
    loops_[loop].push_back(&one);
  } else if (next != nullptr) {
    before_[next].push_back(&one);
  } else if (isa<clang::CompoundStmt>(around)) {
    at_end_[around].push_back(&one);
  } else {
    refuse(range, "an annotation at this place", "put it before a statement of a block");
  }
}

void Acsl::declare(const acsl::Declaration& declaration) {
  std::visit(
      overloaded{[&](const acsl::LogicFunction& f) {
                   Function function;
                   function.function = &f;
                   functions_.push_back(function);
                 },
                 [&](const acsl::Inductive& f) {
                   Function function;
                   function.inductive = &f;
                   functions_.push_back(function);
                   for (const acsl::Lemma& one : f.cases) axioms_.push_back(&one);
                 },
                 [&](const acsl::Lemma& lemma) {
                   const bool assumed =
                       lemma.strength != acsl::Strength::Check &&
                       (lemma.kind == acsl::Lemma::Kind::Axiom || options_.trust_lemmas);
                   if (assumed) axioms_.push_back(&lemma);
                 },
                 [&](const acsl::LogicType& type) { logic_types_[type.name] = &type; },
                 [&](const acsl::DataInvariant& one) { refuse(one.range, "a data invariant"); },
                 [&](const acsl::Axiomatic& block) {
                   for (const acsl::Declaration& one : block.declarations) declare(one);
                 }},
      declaration.value);
}

}  // namespace pawl::frontend::c
