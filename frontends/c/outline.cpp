// SPDX-License-Identifier: Apache-2.0
//
// One walk over each function of the file. Nothing here is believed by anybody: what is made of it
// is proved, or thrown away.
#include "frontends/c/outline.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "frontends/acsl/parser.h"
#include "frontends/c/translation_unit.h"

namespace pawl::frontend::c {
namespace {

using clang::dyn_cast;
using clang::isa;

const clang::Expr* strip(const clang::Expr* e) { return e->IgnoreParenCasts(); }

bool is_integer(clang::QualType type) {
  return type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType();
}

std::string number(const llvm::APSInt& value) {
  llvm::SmallString<32> text;
  value.toString(text, 10);
  return text.str().str();
}

/// Where an access lies.
struct Root {
  std::string pointer;
  std::string path;  // of fields and whole arrays, from the pointer on
  std::optional<std::uint64_t> extent;
  bool global = false;  // `path` is a variable of the file, and no pointer is needed
};

class Outliner {
 public:
  Outliner(const TranslationUnit& unit, const clang::FunctionDecl* function)
      : ast_(unit.ast()), sources_(unit.sources()), unit_(unit), function_(function) {}

  FunctionOutline operator()() {
    out_.name = function_->getNameAsString();
    out_.start = offset(function_->getBeginLoc());
    out_.line = sources_.getSpellingLineNumber(function_->getBeginLoc());
    out_.returns_value = !function_->getReturnType()->isVoidType();
    out_.body = whole(function_->getBody());
    find_modified(function_->getBody());
    for (const clang::ParmVarDecl* one : function_->parameters()) add_parameter(one);
    walk(function_->getBody());
    for (const clang::ParmVarDecl* one : function_->parameters()) {
      if (modified_.contains(one)) add_local(one);
    }
    std::ranges::sort(out_.loops, {}, [](const LoopBody& one) { return one.text.begin; });
    return std::move(out_);
  }

 private:
  std::size_t offset(clang::SourceLocation where) const {
    return sources_.getFileOffset(sources_.getExpansionLoc(where));
  }
  std::string_view text() const { return unit_.file().text(); }

  /// A statement with the semicolon that ends it.
  Span whole(const clang::Stmt* s) const {
    const std::size_t begin = offset(s->getBeginLoc());
    const std::size_t last = offset(s->getEndLoc());
    if (text().substr(last, 1) == "}" || text().substr(last, 1) == ";") return {begin, last + 1};
    const std::size_t end = text().find(';', last);
    return {begin, end == std::string_view::npos ? last + 1 : end + 1};
  }

  std::string written(const clang::Expr* e) const {
    const auto range = clang::CharSourceRange::getTokenRange(e->getSourceRange());
    return clang::Lexer::getSourceText(range, sources_, ast_.getLangOpts()).str();
  }

  void find_modified(const clang::Stmt* s) {
    if (s == nullptr) return;
    const clang::Expr* target = nullptr;
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(s)) {
      if (binary->isAssignmentOp()) target = binary->getLHS();
    } else if (const auto* unary = dyn_cast<clang::UnaryOperator>(s)) {
      if (unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_AddrOf) {
        target = unary->getSubExpr();
      }
    }
    if (target != nullptr) {
      if (const auto* name = dyn_cast<clang::DeclRefExpr>(strip(target))) {
        modified_.insert(name->getDecl());
      }
    }
    for (const clang::Stmt* child : s->children()) find_modified(child);
  }

  Quantity quantity(const std::string& name, clang::QualType type) const {
    Quantity found;
    found.text = name;
    found.is_signed = type->isSignedIntegerType();
    const auto bits = static_cast<unsigned>(ast_.getTypeSize(type));
    found.lowest = number(llvm::APSInt::getMinValue(bits, !found.is_signed));
    found.highest = number(llvm::APSInt::getMaxValue(bits, !found.is_signed));
    return found;
  }

  Quantity& known(const std::string& name, clang::QualType type, bool parameter) {
    for (Quantity& one : out_.quantities) {
      if (one.text == name) return one;
    }
    out_.quantities.push_back(quantity(name, type));
    out_.quantities.back().is_parameter = parameter;
    return out_.quantities.back();
  }

  Pointer* pointer(const std::string& name) {
    for (Pointer& one : out_.pointers) {
      if (one.text == name) return &one;
    }
    return nullptr;
  }

  void add_pointer(const std::string& name, clang::QualType type) {
    if (pointer(name) != nullptr) return;
    const clang::QualType pointee = type->getPointeeType();
    if (pointee.isNull() || !pointee->isObjectType() || pointee->isIncompleteType()) return;
    Pointer found;
    found.text = name;
    found.characters = pointee->isCharType();
    out_.pointers.push_back(found);
  }

  void add_parameter(const clang::ParmVarDecl* one) {
    const std::string name = one->getNameAsString();
    Parameter parameter{name, one->getType().getUnqualifiedType().getAsString(), {}};
    if (one->getType()->isPointerType()) {
      parameter.pointee = one->getType()->getPointeeType().getUnqualifiedType().getAsString();
    }
    out_.signature.push_back(std::move(parameter));
    if (name.empty()) return;
    out_.parameters.insert(name);
    if (is_integer(one->getType())) known(name, one->getType(), true);
    if (one->getType()->isPointerType()) add_pointer(name, one->getType());
  }

  void add_local(const clang::VarDecl* one) {
    const std::string name = one->getNameAsString();
    out_.locals.insert(name);
    if (is_integer(one->getType())) out_.integer_locals.insert(name);
  }

  void returned(const clang::ReturnStmt* s) {
    out_.returns.push_back(whole(s));
    if (s->getRetValue() == nullptr) return;
    const std::string value = written(s->getRetValue());
    if (std::ranges::find(out_.returned, value) == out_.returned.end()) {
      out_.returned.push_back(value);
    }
  }

  /// The pointer that it is, or is computed from, if callers know that.
  std::string entry_pointer(const clang::Expr* e) {
    e = strip(e);
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(e)) {
      const bool parameter = isa<clang::ParmVarDecl>(name->getDecl());
      return parameter ? name->getDecl()->getNameAsString() : std::string();
    }
    if (const auto* member = dyn_cast<clang::MemberExpr>(e)) {
      const std::string base = member->isArrow() ? entry_pointer(member->getBase()) : std::string();
      if (base.empty() || !member->getType()->isPointerType()) return {};
      const std::string name = base + "->" + member->getMemberDecl()->getNameAsString();
      add_pointer(name, member->getType());
      return name;
    }
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
      if (!binary->isAdditiveOp()) return {};
      const bool left = strip(binary->getLHS())->getType()->isPointerType() ||
                        strip(binary->getLHS())->getType()->isArrayType();
      return entry_pointer(left ? binary->getLHS() : binary->getRHS());
    }
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
      if (unary->isIncrementDecrementOp()) return entry_pointer(unary->getSubExpr());
    }
    return {};
  }

  Root root(const clang::Expr* e) {
    e = strip(e);
    if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(e)) {
      const clang::Expr* base = strip(index->getBase());
      if (!base->getType()->isArrayType()) return {entry_pointer(base), "", std::nullopt};
      Root found = root(base);
      found.extent.reset();
      if (const auto* array = ast_.getAsConstantArrayType(base->getType())) {
        found.extent = array->getSize().getZExtValue();
        found.path += "[0 .. " + std::to_string(*found.extent - 1) + "]";
      }
      return found;
    }
    if (const auto* member = dyn_cast<clang::MemberExpr>(e)) {
      const std::string name = member->getMemberDecl()->getNameAsString();
      if (member->isArrow()) return {entry_pointer(member->getBase()), "->" + name, std::nullopt};
      Root found = root(member->getBase());
      // `a[i].f` of a pointer's elements has no name that is short: all of them are taken.
      if (!found.path.empty()) found.path += "." + name;
      return found;
    }
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
      if (unary->getOpcode() == clang::UO_Deref) {
        return {entry_pointer(unary->getSubExpr()), "", std::nullopt};
      }
    }
    Root found;
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(e)) {
      const auto* variable = dyn_cast<clang::VarDecl>(name->getDecl());
      if (variable != nullptr && variable->hasGlobalStorage()) {
        found.path = variable->getNameAsString();
        found.global = !variable->isStaticLocal();
      }
    }
    return found;
  }

  static bool is_variable(const clang::Expr* e) { return isa<clang::DeclRefExpr>(strip(e)); }

  Operation operation(const clang::Expr* e, Operation::Kind kind) {
    Operation found;
    found.kind = kind;
    const SourceRange place = unit_.place(e->getSourceRange());
    found.begin = place.begin;
    found.end = place.end;
    look_into(e, found);
    if (is_integer(e->getType())) {
      const Quantity type = quantity("", e->getType());
      found.lowest = type.lowest;
      found.highest = type.highest;
    }
    return found;
  }

  void look_into(const clang::Stmt* s, Operation& found) {
    if (s == nullptr) return;
    const auto add = [](std::vector<std::string>& names, const std::string& name) {
      if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(s)) {
      const bool known = isa<clang::ParmVarDecl>(name->getDecl()) && is_integer(name->getType()) &&
                         !modified_.contains(name->getDecl());
      if (known) add(found.quantities, name->getDecl()->getNameAsString());
      found.locals = found.locals || (!known && isa<clang::VarDecl>(name->getDecl()));
    }
    if (const auto* member = dyn_cast<clang::MemberExpr>(s)) {
      if (is_integer(member->getType()) && member->isArrow()) {
        const std::string base = entry_pointer(member->getBase());
        if (!base.empty()) {
          add(found.quantities, base + "->" + member->getMemberDecl()->getNameAsString());
        }
      }
    }
    if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(s)) {
      add(found.arrays, root(index).pointer);
    }
    for (const clang::Stmt* child : s->children()) look_into(child, found);
  }

  /// Nothing but numbers and parameters that are never changed: it means the same at entry.
  bool same_at_entry(const clang::Stmt* s) const {
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(s)) {
      return isa<clang::ParmVarDecl>(name->getDecl()) && is_integer(name->getType()) &&
             !modified_.contains(name->getDecl());
    }
    if (!isa<clang::IntegerLiteral>(s) && !isa<clang::BinaryOperator>(s) &&
        !isa<clang::UnaryOperator>(s) && !isa<clang::ParenExpr>(s) &&
        !isa<clang::ImplicitCastExpr>(s)) {
      return false;
    }
    return std::ranges::all_of(s->children(),
                               [&](const clang::Stmt* child) { return same_at_entry(child); });
  }

  std::string at_entry(const clang::Expr* e) const {
    return same_at_entry(e) ? written(e) : std::string();
  }

  void access(const clang::Expr* e) {
    Operation found = operation(e, Operation::Kind::Access);
    const Root where = root(e);
    found.pointer = where.pointer;
    found.extent = where.extent;
    out_.operations.push_back(found);
    if (Pointer* used = pointer(where.pointer)) note_use(e, *used);
  }

  void note_use(const clang::Expr* e, Pointer& used) {
    const auto* index = dyn_cast<clang::ArraySubscriptExpr>(e);
    if (index != nullptr && strip(index->getBase())->getType()->isArrayType()) return;
    clang::Expr::EvalResult value;
    if (index != nullptr && index->getIdx()->EvaluateAsInt(value, ast_) && !used.indexed) {
      const std::int64_t number = value.Val.getInt().getExtValue();
      if (number < 0) return;
      used.constant_indices =
          std::max(used.constant_indices.value_or(1), static_cast<std::uint64_t>(number) + 1);
      return;
    }
    const clang::Expr* through = nullptr;
    if (const auto* member = dyn_cast<clang::MemberExpr>(e)) through = member->getBase();
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) through = unary->getSubExpr();
    const bool plain =
        through != nullptr && (is_variable(through) || isa<clang::MemberExpr>(strip(through)));
    const auto* name = plain ? dyn_cast<clang::DeclRefExpr>(strip(through)) : nullptr;
    if (!plain || (name != nullptr && modified_.contains(name->getDecl()))) {
      used.indexed = true;
      used.constant_indices.reset();
    }
  }

  void write(const clang::Expr* target) {
    target = strip(target);
    const Root where = root(target);
    if (!where.pointer.empty()) {
      out_.writes.insert({where.pointer, where.path});
      if (Pointer* used = pointer(where.pointer)) used->written = true;
    } else if (where.global) {
      out_.writes.insert({"", where.path});
    } else if (!is_variable(target) || !where.path.empty()) {
      if (!local_object(target)) out_.writes_elsewhere = true;
    }
  }

  static bool local_object(const clang::Expr* e) {
    e = strip(e);
    if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(e)) {
      return strip(index->getBase())->getType()->isArrayType() && local_object(index->getBase());
    }
    if (const auto* member = dyn_cast<clang::MemberExpr>(e)) {
      return !member->isArrow() && local_object(member->getBase());
    }
    const auto* name = dyn_cast<clang::DeclRefExpr>(e);
    const auto* variable = name == nullptr ? nullptr : dyn_cast<clang::VarDecl>(name->getDecl());
    return variable != nullptr && !variable->hasGlobalStorage();
  }

  void arithmetic(const clang::Expr* e, const clang::Expr* right, bool division, bool shift) {
    Operation found = operation(e, Operation::Kind::Arithmetic);
    found.at_entry = at_entry(e);
    if (division) found.divisor = at_entry(right);
    if (shift) {
      found.distance = at_entry(right);
      found.width = static_cast<std::uint32_t>(ast_.getTypeSize(e->getType()));
    }
    out_.operations.push_back(found);
  }

  void loop(const clang::Stmt* body) {
    out_.loops.push_back({whole(body), isa<clang::CompoundStmt>(body)});
  }

  void compare(const clang::Expr* e) {
    Operation found;
    look_into(e, found);
    if (!found.arrays.empty()) return;  // with an element: that is no length
    for (Quantity& one : out_.quantities) {
      if (std::ranges::find(found.quantities, one.text) != found.quantities.end()) {
        one.compared = true;
      }
    }
  }

  void walk(const clang::Stmt* s) {
    if (s == nullptr) return;
    if (const auto* member = dyn_cast<clang::MemberExpr>(s)) {
      if (member->isArrow()) access(member);
      const std::string base = member->isArrow() ? entry_pointer(member->getBase()) : std::string();
      if (!base.empty() && is_integer(member->getType())) {
        known(base + "->" + member->getMemberDecl()->getNameAsString(), member->getType(), false);
      }
    }
    if (const auto* one = dyn_cast<clang::WhileStmt>(s)) loop(one->getBody());
    if (const auto* one = dyn_cast<clang::ForStmt>(s)) loop(one->getBody());
    if (const auto* one = dyn_cast<clang::DoStmt>(s)) loop(one->getBody());
    if (const auto* one = dyn_cast<clang::ReturnStmt>(s)) returned(one);
    if (const auto* declarations = dyn_cast<clang::DeclStmt>(s)) {
      for (const clang::Decl* one : declarations->decls()) {
        if (const auto* variable = dyn_cast<clang::VarDecl>(one)) add_local(variable);
      }
    }
    if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(s)) access(index);
    if (const auto* call = dyn_cast<clang::CallExpr>(s)) {
      if (const clang::FunctionDecl* callee = call->getDirectCallee()) {
        out_.calls.insert(callee->getNameAsString());
      }
      out_.writes_elsewhere = true;
    }
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(s)) {
      if (unary->getOpcode() == clang::UO_Deref) access(unary);
      if (unary->isIncrementDecrementOp()) write(unary->getSubExpr());
      if (unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_Minus) {
        arithmetic(unary, nullptr, false, false);
      }
    }
    // Children first: the quantities of a comparison are known by then.
    for (const clang::Stmt* child : s->children()) walk(child);
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(s)) {
      if (binary->isAssignmentOp()) write(binary->getLHS());
      if (binary->isComparisonOp()) compare(binary);
      const clang::BinaryOperatorKind kind = binary->getOpcode();
      const bool division = kind == clang::BO_Div || kind == clang::BO_Rem ||
                            kind == clang::BO_DivAssign || kind == clang::BO_RemAssign;
      const bool shift =
          binary->isShiftOp() || kind == clang::BO_ShlAssign || kind == clang::BO_ShrAssign;
      if (binary->isAdditiveOp() || binary->isMultiplicativeOp() ||
          binary->isCompoundAssignmentOp() || division || shift) {
        arithmetic(binary, binary->getRHS(), division, shift);
      }
    }
  }

  clang::ASTContext& ast_;
  const clang::SourceManager& sources_;
  const TranslationUnit& unit_;
  const clang::FunctionDecl* function_;
  std::set<const clang::ValueDecl*> modified_;
  FunctionOutline out_;
};

/// Where contracts end that stand before something.
std::set<std::size_t> ends_of_contracts(std::string_view text) {
  std::set<std::size_t> ends;
  for (const acsl::TextRange& one : acsl::find_annotations(text)) {
    std::string_view inside = text.substr(one.begin, one.end - one.begin);
    inside.remove_prefix(std::min(inside.find_first_not_of("/*@ \t\r\n"), inside.size()));
    for (const std::string_view word :
         {"requires", "ensures", "assigns", "behavior", "terminates", "decreases", "check", "admit",
          "allocates", "frees", "exits", "assumes"}) {
      if (inside.starts_with(word)) ends.insert(one.end);
    }
  }
  return ends;
}

/// Nothing but blanks and comments between a contract and the declaration.
bool follows_contract(std::string_view text, const std::set<std::size_t>& ends, std::size_t start) {
  const auto after = ends.upper_bound(start);
  if (after == ends.begin()) return false;
  std::string_view between = text.substr(*std::prev(after), start - *std::prev(after));
  while (!between.empty()) {
    const std::size_t blank = between.find_first_not_of(" \t\r\n");
    if (blank == std::string_view::npos) return true;
    between.remove_prefix(blank);
    if (between.starts_with("//")) {
      between.remove_prefix(std::min(between.find('\n'), between.size()));
    } else if (between.starts_with("/*")) {
      const std::size_t end = between.find("*/", 2);
      between.remove_prefix(end == std::string_view::npos ? between.size() : end + 2);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<FunctionOutline> outline(const TranslationUnit& unit) {
  const clang::SourceManager& sources = unit.sources();
  const std::string_view text = unit.file().text();
  const std::set<std::size_t> contracts = ends_of_contracts(text);
  std::set<std::string> contracted;
  std::vector<FunctionOutline> found;
  for (const clang::Decl* d : unit.ast().getTranslationUnitDecl()->decls()) {
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function == nullptr || !sources.isWrittenInMainFile(function->getBeginLoc())) continue;
    const std::size_t start = sources.getFileOffset(function->getBeginLoc());
    if (follows_contract(text, contracts, start)) contracted.insert(function->getNameAsString());
    if (!function->isThisDeclarationADefinition() || !function->hasBody()) continue;
    if (unit.in_macro(function->getSourceRange())) continue;
    found.push_back(Outliner(unit, function)());
  }
  for (FunctionOutline& one : found) one.has_contract = contracted.contains(one.name);
  return found;
}

}  // namespace pawl::frontend::c
