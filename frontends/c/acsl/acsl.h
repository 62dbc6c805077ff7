// SPDX-License-Identifier: Apache-2.0
//
// What ACSL annotations mean: terms and predicates over the memory model of this folder, in the
// states that labels name; contracts, loop clauses and assertions made of them. One object a
// lowering. What has no meaning here is refused with its place (Unsupported), never skipped.
//
// Integers are mathematical. A logic function that does not depend on itself is expanded where it
// is used; the others are IL functions over the memory their pointers lead to.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontends/acsl/ast.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/cfg.h"

namespace pawl::frontend::c {

/// A moment at which memory is read.
struct LogicState {
  enum class Kind {
    Current,   // where the annotation stands
    Old,       // on entry to the procedure
    Entry,     // on entry to the loop whose clause this is
    Snapshot,  // at a place of the procedure that was passed before: `id`
    Bound,     // any: the maps are quantified (axioms, definitions of functions); `id`
    None,      // unknown: a definition with several labels has to say which it means
  };
  Kind kind = Kind::Current;
  std::size_t id = 0;
  friend bool operator==(const LogicState&, const LogicState&) = default;
};

struct LogicValue {
  enum class Kind { Integer, Truth, Pointer, Place };
  Kind kind = Kind::Integer;
  gcl::Expr expr;        // Integer, Truth
  Pointer pointer;       // Pointer
  NodeId node = 0;       // what a pointer points to
  clang::QualType type;  // Integer: its C type, null if mathematical; Pointer: what it points to
  Location place;        // Place: a struct or an array, read in `state`
  LogicState state;
};

/// What names mean at a place.
struct LogicScope {
  enum class Kind { Requires, Ensures, Body, Loop, Logic };
  Kind kind = Kind::Body;
  const clang::FunctionDecl* function = nullptr;  // null: outside of functions
  const clang::FunctionDecl* declared = nullptr;  // whose parameter names a contract uses
  clang::SourceLocation where;                    // declarations before it are visible
  LogicState here;
  std::map<std::string, LogicState> labels;
  std::vector<std::pair<std::string, LogicValue>> names;  // bound by the logic; the last wins
};

/// Some elements of one IL variable: all that match the keys.
struct LocationSet {
  struct Key {
    enum class Kind { Point, Range, Any };
    Kind kind = Kind::Any;
    gcl::Expr low, high;  // Point: low; Range: both ends belong to it; null: unbounded
  };
  gcl::Expr variable;
  std::vector<Key> keys;
};

struct QualTypeOrder {
  bool operator()(clang::QualType a, clang::QualType b) const {
    return a.getAsOpaquePtr() < b.getAsOpaquePtr();
  }
};

class Acsl {
 public:
  explicit Acsl(const Rooms& rooms);
  ~Acsl();

  // acsl_attach.cpp: the comments of the file and of what it includes, and what they belong to.
  void read();
  bool has_contract(const clang::FunctionDecl* function) const;
  std::set<const clang::FunctionDecl*> contracted() const;
  bool tracks_sizes() const { return tracks_sizes_; }
  /// Does the word stand in an annotation?
  bool mentions(const std::string& word) const { return words_.contains(word); }

  // acsl_statements.cpp: assertions and loops, met while a function is lowered.
  void before(const clang::Stmt* stmt);
  void before_end(const clang::CompoundStmt* stmt);
  void enter_function();  // after its parameters have their values
  void enter_loop(const clang::Stmt* loop);
  void loop_clauses(const clang::Stmt* loop, gcl::While& clauses);
  void loop_body(const clang::Stmt* loop, const clang::Expr* condition);
  /// Does it want to see the way back to the head of this loop?
  bool watches_back_edge(const clang::Stmt* loop) const;
  void loop_back(const clang::Stmt* loop);
  void leave_loop();
  void at_label(const clang::LabelStmt* stmt);
  /// Stores what is needed of the states that annotations spoke of.
  void finish_function();

  // acsl_contracts.cpp
  void contract_clauses(const clang::FunctionDecl* function, gcl::Procedure& procedure);
  void assert_requires(const clang::FunctionDecl* function);
  bool changes_everything(const std::string& procedure) const;

  // acsl_assigns.cpp: what contracts and loops leave alone, once it is known what they change.
  using Changes = std::map<std::string, std::set<std::string>>;
  void finish_frames(gcl::Program& program, const Changes& changed);

  // acsl_logic.cpp
  void finish_logic(gcl::Program& program);

 private:
  using Value = LogicValue;
  using State = LogicState;
  using Scope = LogicScope;
  using Term = acsl::Term;
  using Expr = gcl::Expr;

  struct Located {
    acsl::Annotation annotation;
    clang::SourceLocation where;
  };
  struct FunctionContract {
    const acsl::Contract* contract = nullptr;
    const clang::FunctionDecl* declared = nullptr;
  };
  struct Snapshot {
    gcl::BlockId block = 0;
    std::size_t index = 0;
    SourceRange range;
    std::map<std::string, std::pair<Expr, Expr>> copies;  // of IL variables
  };
  struct Loop {
    const clang::Stmt* stmt = nullptr;
    std::size_t entry = 0;  // snapshots
    std::optional<std::size_t> current;
    Expr measure;  // the variant when the body was entered
  };
  struct Function {
    const acsl::LogicFunction* function = nullptr;
    const acsl::Inductive* inductive = nullptr;
    const std::string& name() const { return function ? function->name : inductive->name; }
    const std::vector<acsl::Binder>& parameters() const {
      return function ? function->parameters : inductive->parameters;
    }
    const std::vector<acsl::Identifier>& labels() const {
      return function ? function->labels : inductive->labels;
    }
    bool recursive = false;
    bool declared_only() const { return inductive != nullptr || !function->body; }
  };
  /// A function as an IL function, for one choice of memory its pointers lead to.
  struct Instance {
    std::string name;
    std::vector<Expr> memory;  // IL variables it reads, by label
    std::size_t labels = 1;
    gcl::Sort result;
  };
  /// An assigns clause that waits for what is changed. Of a loop: also that there are annotations.
  struct Frame {
    std::string procedure;
    bool is_frame = false;
    Expr condition;  // of the behavior, on entry; null: always
    std::vector<LocationSet> sets;
    SourceRange range;
    Expr marker;                                         // of a loop: stands in its clauses
    std::map<std::string, const clang::VarDecl*> stems;  // of a loop: the function's variables
    std::set<const clang::VarDecl*> exempt;              // that nobody outside can see
  };

  // acsl_attach.cpp
  void read_file(clang::FileID id);
  void note_words(std::string_view text);
  void attach(Located& one);
  void attach_contract(const acsl::Contract& contract, clang::SourceLocation where);
  void attach_in_body(Located& one, const clang::FunctionDecl* function);
  void read_loop_predicates(const LoopPredicates& hint);
  void declare(const acsl::Declaration& declaration);
  const clang::FunctionDecl* body_around(clang::SourceLocation where) const;
  bool is_type_name(std::string_view name) const;

  // acsl_addresses.cpp
  void take_addresses();

  // acsl_terms.cpp
  Value term(const Term& t, const Scope& scope);
  Expr integer(const Term& t, const Scope& scope);
  Expr truth(const Term& t, const Scope& scope);
  Expr truth(const Value& value, const Term& t);
  Expr integer(const Value& value, const Term& t);
  Value name(const Term& t, const Scope& scope);
  std::optional<Value> macro(const Term& t, const Scope& scope);
  Value variable(const clang::VarDecl* variable, const Term& t, const Scope& scope);
  Value parameter(const clang::ParmVarDecl* parameter, const Term& t, const Scope& scope);
  Value result(const Term& t, const Scope& scope);
  Value arithmetic(const Term& t, const Scope& scope);
  Value bits(const Term& t, const Scope& scope);
  Value comparison(const Term& t, const Scope& scope);
  Expr compare(acsl::Relation relation, const Value& left, const Value& right, const Term& t);
  gcl::Expr same_pointer(const Value& left, const Value& right, const Term& t);
  Value conditional(const Term& t, const Scope& scope);
  Value cast(const Term& t, const Scope& scope);
  Value builtin(const Term& t, const Scope& scope);
  Value quantified(const Term& t, const Scope& scope);
  Value let(const Term& t, const Scope& scope);
  Value size_of(clang::QualType type, const Term& t);
  Value size_of(const Location& place, const Term& t);
  Expr quotient(acsl::TermKind kind, Expr left, Expr right);
  Expr wrapped(Expr value, IntType type);
  Value of_integer(Expr e, clang::QualType type = {}) const;
  Value of_truth(Expr e) const;
  Expr number(const acsl::TermNode& literal) const;
  Expr character(const acsl::TermNode& literal) const;

  // acsl_memory.cpp
  Location place(const Term& t, const Scope& scope, State& state);
  Value pointer(const Term& t, const Scope& scope);
  Value as_pointer(const Value& value, const Term& t);
  Value load(const Location& at, const State& state, const Term& t);
  Expr load_part(const Location& at, Part part, const State& state);
  Value moved(const Value& base, Expr distance, const Term& t);
  Location followed(const Value& pointer, const Term& t);
  Expr in_state(Expr variable, const State& state);
  State label(const acsl::Identifier& label, const Scope& scope);
  /// `for a, b:` in a body: one of these behaviors of the function is meant.
  Expr meant(const std::vector<acsl::Identifier>& behaviors);
  std::size_t snapshot(const SourceRange& range);
  const clang::VarDecl* find_variable(const std::string& name, const Scope& scope) const;
  const clang::Decl* find_global(const std::string& name) const;
  clang::QualType c_type(const acsl::Type& type);
  std::optional<clang::QualType> named_type(const acsl::Type& type) const;

  // acsl_sets.cpp: sets of locations, with at most one range each.
  struct Ranged {
    Value value;           // of a pointer, with `index` standing for every element of the range
    Expr index;            // null: no range
    Expr low, high;        // null: unbounded
    bool several = false;  // further ranges are welcome, each in a dimension of its own
    std::vector<Ranged> further = {};  // without values
  };
  std::vector<Ranged> address_set(const Term& t, const Scope& scope);
  std::vector<LocationSet> location_set(const Term& t, const Scope& scope);
  void add_leaves(const Location& at, std::vector<LocationSet>& sets);
  LocationSet::Key key_of(Expr key) const;
  Expr open_range(const Term& t, const Scope& scope);
  Expr without_range(Expr e, const Ranged& of) const;
  Expr is_valid(const Ranged& one, const State& state);
  Expr are_separated(const Ranged& a, const Ranged& b);

  // acsl_logic.cpp
  Value call(const Term& t, const Scope& scope);
  const Function& overload(const Term& t, const std::vector<Value>& arguments);
  int fit(const acsl::Binder& parameter, const Value& argument);
  Value converted(const acsl::Binder& parameter, const Value& argument, const Term& t);
  Value expand(const Function& function, const Term& t, const Scope& scope,
               std::vector<Value> arguments);
  Value apply(const Function& function, const Term& t, const Scope& scope,
              const std::vector<Value>& arguments);
  std::vector<State> states_of(const Function& function, const Term& t, const Scope& scope);
  Instance& instance(const Function& function, const std::vector<Value>& arguments, const Term& t);
  void define(const Function& function, const Instance& instance,
              const std::vector<Value>& arguments);
  void add_axiom(const acsl::Lemma& lemma);
  void add_axioms(const acsl::Lemma& lemma);
  Expr application(const Instance& instance, const std::vector<State>& states,
                   const std::vector<Value>& arguments, const std::string& name);
  Value bound(const acsl::Binder& binder, std::vector<Expr>& variables, std::vector<Expr>& facts,
              const Term& at);
  Expr bound_name(const std::string& wanted, gcl::Sort sort);
  void find_recursion();
  NodeId memory_for(clang::QualType type, const SourceRange& range);
  std::vector<NodeId> classes_of(clang::QualType type);

  // acsl_contracts.cpp
  Scope contract_scope(const FunctionContract& contract, const clang::FunctionDecl* function,
                       Scope::Kind kind);
  Expr assumptions(const acsl::Behavior& behavior, const Scope& scope);
  void refuse_clauses(const acsl::Contract& contract, const clang::FunctionDecl* function);
  void check_behaviors(const FunctionContract& contract, const clang::FunctionDecl* function);
  void contract_frames(const FunctionContract& contract, const clang::FunctionDecl* function,
                       gcl::Procedure& procedure);
  bool may_exit(const clang::FunctionDecl* function) const;
  std::set<const clang::FunctionDecl*> reachable(const clang::FunctionDecl* function) const;
  std::vector<FunctionContract> contracts_of(const clang::FunctionDecl* function) const;

  // acsl_statements.cpp
  Scope body_scope(clang::SourceLocation where);
  void run(const Located& one);
  void run_assertion(const acsl::Assertion& assertion, const Scope& scope);

  // acsl_assigns.cpp
  Expr frame_formula(const Frame& frame, Expr variable, Expr before, Expr first_new);
  void add_loop_frame(const Frame& frame, gcl::While& loop, const Changes& changed);
  void finish_loops(gcl::Block& body, const Changes& changed,
                    const std::map<std::string, const Frame*>& markers);
  std::map<std::string, const clang::VarDecl*> memory_stems() const;
  std::set<const clang::VarDecl*> declared_in(const clang::Stmt* root) const;
  std::set<const clang::VarDecl*> locals_of(const std::set<const clang::FunctionDecl*>& functions,
                                            const clang::FunctionDecl* but) const;

  [[noreturn]] void refuse(const SourceRange& range, const std::string& what,
                           const std::string& hint = {}) const;
  [[noreturn]] void refuse(const Term& t, const std::string& what,
                           const std::string& hint = {}) const {
    refuse(t->range, what, hint);
  }

  const TranslationUnit& unit_;
  const Options& options_;
  Approximation approximation_;
  gcl::Context& c_;
  Diagnostics& diagnostics_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  CallGraph& call_graph_;
  Arithmetic& arithmetic_;
  Code& code_;
  Globals& globals_;
  Procedures& procedures_;
  Types& types_;
  PointerArithmetic& pointers_;
  Memory& memory_;
  FlatMemory& flat_;
  Lvalues& lvalues_;
  Objects& objects_;
  Lifetimes& lifetimes_;
  ArrayLengths& lengths_;
  InitialState& initial_;

  bool tracks_sizes_ = false;
  std::set<std::string> words_;
  SourceRange at_;             // of the annotation under way
  bool states_facts_ = false;  // may what memory holds be assumed to be of its type here?

  std::vector<std::unique_ptr<Located>> annotations_;
  std::map<const clang::FunctionDecl*, std::vector<FunctionContract>> contracts_;
  std::map<const clang::Stmt*, std::vector<const Located*>> before_;
  std::map<const clang::Stmt*, std::vector<const Located*>> at_end_;
  std::map<const clang::Stmt*, std::vector<const Located*>> loops_;
  std::map<const clang::FunctionDecl*, std::vector<const Located*>> inside_;
  std::set<const Located*> used_;
  std::set<const clang::FunctionDecl*> entered_;

  std::vector<Function> functions_;
  std::vector<const acsl::Lemma*> axioms_;
  std::map<std::string, const acsl::LogicType*> logic_types_;
  std::map<std::string, Instance> instances_;
  std::vector<gcl::FunctionDecl> il_functions_;
  std::vector<gcl::AxiomDecl> il_axioms_;
  std::vector<std::pair<State, Expr>> bound_memory_;  // maps read in Bound states so far
  std::map<std::pair<std::size_t, std::string>, Expr> bound_maps_;
  std::map<clang::QualType, NodeId, QualTypeOrder> chosen_memory_;
  std::set<NodeId> instance_nodes_;
  std::set<std::string> defining_;
  std::size_t states_ = 0;
  std::size_t depth_ = 0;  // of expansions
  std::vector<std::string> binders_;

  // Of the procedure being lowered.
  std::vector<Snapshot> snapshots_;
  std::map<std::pair<const c::Frame*, std::string>, std::size_t> labels_;
  std::map<const c::Frame*, std::size_t> starts_;
  std::vector<Loop> active_;
  std::vector<Frame> frames_;
  std::set<std::string> everything_;
  std::vector<Ranged> ranges_;  // open, while a set of locations is read
  std::size_t markers_ = 0;
  std::set<std::string> seen_markers_;
  std::set<std::string> told_;
};

}  // namespace pawl::frontend::c
