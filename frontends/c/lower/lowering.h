// SPDX-License-Identifier: Apache-2.0
//
// From Clang's tree to IL procedures: one control-flow graph a function, calls inlined into it,
// then structured. Split over several files by what is lowered; this is what they share.
//
// Expressions become pure IL terms; what they do besides is emitted as statements into the
// current basic block, in evaluation order. What C leaves undefined is assumed not to happen, or
// asserted (Options::checks).
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/lower.h"
#include "frontends/c/lower/call_graph.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/points_to.h"
#include "gcl/cfg.h"
#include "gcl/program.h"

namespace pawl::frontend::c {

class Acsl;
class Footprints;

/// What the front end does not model. Thrown where it is met, caught per function, reported.
struct Unsupported {
  SourceRange range;
  std::string message;
  std::string hint;
};

struct Pointer {
  gcl::Expr object;  // 0: null
  gcl::Expr offset;  // the last index, which arithmetic changes; null expression: there is none
  std::vector<gcl::Expr> outer = {};  // the indices before it
};

/// An lvalue.
struct Location {
  NodeId node = 0;
  clang::QualType type;
  gcl::Expr object;                // null expression for variables nobody points to
  std::vector<gcl::Expr> indices;  // all on the way, the outermost first
  std::string stem;                // of a variable: its IL name
  std::string path;                // "$field" below it
  const clang::VarDecl* variable = nullptr;
  const clang::FieldDecl* bits = nullptr;  // it is this bit-field,
  unsigned first_bit = 0;                  // in flat memory from this bit of its first byte on
  std::int64_t flat_size = 0;  // of the flat part of the variable that it is in, in bytes, if known
};

/// The terms a value consists of; some of them may be null expressions.
std::vector<gcl::Expr*> parts_of(gcl::Expr& value);
std::vector<gcl::Expr*> parts_of(Pointer& value);
std::vector<gcl::Expr*> parts_of(Location& value);
std::vector<gcl::Expr*> parts_of(std::vector<gcl::Expr>& values);

/// One activation of a function: the root, or inlined into it.
struct Frame {
  const clang::FunctionDecl* function = nullptr;
  Frame* caller = nullptr;
  std::string prefix;  // of the IL names of its locals
  std::map<const clang::VarDecl*, std::string> names;
  std::map<const clang::VarDecl*, gcl::Expr> substituted;  // parameters that are just terms
  std::map<const clang::VarDecl*, Pointer> substituted_pointers;
  /// Of variables that several activations have at once: the object of this activation.
  std::map<const clang::VarDecl*, gcl::Expr> objects;
  std::set<const clang::VarDecl*> renewed;  // those of them that get a new one in every scope
  std::vector<gcl::Expr> automatic_blocks;  // of alloca
  std::map<const clang::VarDecl*, gcl::Expr> extents;  // of arrays with variable length
  std::map<const clang::Expr*, gcl::Expr> lengths;     // of types: by the expression that says so
  std::map<const clang::LabelDecl*, gcl::BlockId> labels;
  std::vector<gcl::BlockId> breaks, continues;
  gcl::BlockId end = 0;     // where `return` goes
  std::string result_stem;  // IL name of the result
  std::map<const clang::SwitchCase*, gcl::BlockId> cases;
};

/// What is passed: one of the three.
struct Argument {
  clang::QualType type;
  gcl::Expr value;
  Pointer pointer;
  std::optional<Location> record;  // a struct, where it is
};

/// A function as it becomes an IL procedure.
struct Job {
  const clang::FunctionDecl* function = nullptr;
  bool starts = false;  // what the program begins with, or one that is looked at on its own
  std::string name;
};

class Lowering {
 public:
  Lowering(const TranslationUnit& unit, const Options& options, Approximation approximation,
           gcl::Context& context, Diagnostics& diagnostics);
  ~Lowering();
  std::optional<Lowered> run();

 private:
  friend class Acsl;

  // evaluation.cpp
  /// While it lives, the value stays what it is, whatever is lowered: a statement that would change
  /// it makes it a temporary first. For operands that wait for others.
  class Held {
   public:
    template <class Value>
    Held(Lowering& lowering, Value& value) : lowering_(lowering), before_(lowering.held_.size()) {
      for (gcl::Expr* part : parts_of(value)) lowering_.held_.push_back(part);
    }
    ~Held() { lowering_.held_.resize(before_); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

   private:
    Lowering& lowering_;
    std::size_t before_;
  };
  /// One of several operands. `evaluate` leaves its value in some variable of the caller, whose
  /// terms are `parts`.
  struct Operand {
    const clang::Expr* expr = nullptr;
    std::function<void()> evaluate;
    std::function<std::vector<gcl::Expr*>()> parts;
    const clang::Expr* also_read = nullptr;  // an lvalue whose value is read as well
  };
  template <class Value, class Lower>
  static Operand operand(const clang::Expr* expr, Value& value, Lower lower) {
    return {expr, [&value, lower] { value = lower(); }, [&value] { return parts_of(value); }};
  }
  Footprints& footprints();
  enum class Turns : std::uint8_t { One, Two, Many };
  Turns turns(const std::vector<Operand>& operands, std::vector<std::size_t>& other);
  void evaluate_operands(const std::vector<Operand>& operands, const SourceRange& range);
  void evaluate_in_turn(const std::vector<Operand>& operands, const std::vector<std::size_t>& turn);
  void withhold(const SourceRange& range, const std::string& why);
  void refuse_clash(const clang::Expr* where, const clang::VarDecl* variable) const;
  /// Control comes from two places: what they leave in `parts` is the same afterwards.
  std::vector<gcl::Expr> leave(const std::vector<gcl::Expr*>& parts, const SourceRange& range);
  void leave_in(const std::vector<gcl::Expr>& merged, const std::vector<gcl::Expr*>& parts,
                const SourceRange& range);
  void in_cases(const std::function<void(gcl::BlockId, gcl::BlockId)>& decide,
                const SourceRange& range, const std::function<void()>& yes,
                const std::function<void()>& no,
                const std::function<std::vector<gcl::Expr*>()>& parts);
  bool is_lasting(gcl::Expr value) const;
  void save_held_if(const std::function<bool(gcl::Expr)>& concerns);
  void save_held(const gcl::Stmt& stmt);
  void save_held();
  void not_exact(const SourceRange& range, const std::string& why);
  void refuse_under_guards(const gcl::Stmt& stmt) const;
  void exact_only_if(gcl::Expr known, const SourceRange& range, const std::string& why);

  // lower.cpp: the program.
  std::vector<const clang::FunctionDecl*> choose_roots();
  void lower_function(const Job& job);
  void start_anywhere();
  void create_objects();
  bool has_own_object(const clang::VarDecl* variable);
  void assume_unwritten();
  gcl::Expr existed_before(gcl::Expr object);
  void assume_old_pointers();
  void declare_parameters(Frame& frame, gcl::Procedure& procedure);
  void declare_results(const Frame& frame, gcl::Procedure& procedure);
  void initialise_globals();
  void finish_modifies();
  void outside_pointer(const Location& at, const std::vector<gcl::Expr>& incoming);
  void refuse_outside_of_functions();
  void initialise_global(const clang::VarDecl* variable);
  Pointer element_pointer(const clang::ArraySubscriptExpr* e);
  bool runs_first(const clang::FunctionDecl* function) const;
  bool is_used(const clang::VarDecl* variable) const;
  bool starts_run(const clang::FunctionDecl* function) const;

  // statements.cpp
  void lower(const clang::Stmt* stmt);
  void lower_if(const clang::IfStmt* stmt);
  void lower_loop(const clang::Stmt* stmt, const clang::Expr* condition, const clang::Expr* step,
                  const clang::Stmt* body);
  void lower_do(const clang::DoStmt* stmt);
  void lower_switch(const clang::SwitchStmt* stmt);
  void lower_return(const clang::ReturnStmt* stmt);
  void fall_off_the_end();
  void lower_label(const clang::LabelStmt* stmt);
  void loop_head(const clang::Stmt* stmt, gcl::BlockId head);
  void assume_ranges(const clang::Stmt* changed_in, const SourceRange& range);
  void branch_on(const clang::Expr* condition, gcl::BlockId then_target, gcl::BlockId else_target);
  void branch(std::optional<gcl::Located> condition, gcl::BlockId then_target,
              gcl::BlockId else_target);

  gcl::BlockId label_block(const clang::LabelDecl* label);
  bool jumped_back_to(const clang::LabelStmt* stmt) const;

  // source_loops.cpp: how to say in C what is found out about loops.
  void find_sites();
  void find_next(const clang::Stmt* loop, const clang::FunctionDecl* function, LoopSite& site);
  std::size_t note_activation(const clang::Stmt* loop);
  void finish_activations();
  void name_for_people();
  /// How something is reached from a variable.
  struct Reach {
    std::size_t followed = 0;  // so many pointers
    bool is_variable = false;  // the last of them is the address of a variable
  };
  bool is_exact(const Location& at, const Lvalue& lvalue, Reach reach);
  SourceScope scope_of(const clang::Stmt* loop, Frame& of);
  void add_lvalues(const Location& at, std::vector<std::string> pieces,
                   std::vector<gcl::Expr> extents, Reach reach, SourceScope& scope);
  void add_leaf(const Location& at, const std::vector<std::string>& pieces,
                const std::vector<gcl::Expr>& extents, Reach reach, SourceScope& scope);
  gcl::Expr lasting_extent(const Location& array);
  gcl::Expr own_extent(const Location& array);
  gcl::Expr extent_behind(const Pointer& pointer);
  void add_pointee(const Pointer& pointer, const Location& of,
                   const std::vector<std::string>& pieces, Reach reach, SourceScope& scope);
  void add_parameter(const clang::VarDecl* parameter, Frame& of, SourceScope& scope);
  void add_variable(const clang::VarDecl* variable, SourceScope& scope);
  bool is_lowered(const clang::VarDecl* variable, const Frame& of) const;
  std::set<std::string> inner_names(const clang::Stmt* loop, const Frame& of);

  // annotations.cpp: what comments say, told by acsl_.
  void annotations_before(const clang::Stmt* stmt);
  void annotations_before_end(const clang::CompoundStmt* stmt);
  void read_annotations();
  void contract_clauses(const clang::FunctionDecl* function, gcl::Procedure& procedure);
  bool tracks_sizes() const;
  void assume_sizes();
  void assume_own_objects(const clang::FunctionDecl* function, const std::vector<gcl::Expr>& parts);

  // declarations.cpp
  void declare(const clang::VarDecl* variable);
  void initialise(const Location& location, const clang::Expr* value);
  void initialise_list(const Location& location, const clang::InitListExpr* list);
  void initialise_string(const Location& location, const clang::StringLiteral* text);
  void zero(const Location& location);
  void havoc(const Location& location);
  void note_extent(const clang::VarDecl* variable);
  /// The lengths in a type, evaluated where it is written; `lengths` of the frame has them then.
  void evaluate_type(clang::QualType type);
  void refuse_hidden_effects(clang::QualType type) const;
  void evaluate_parameter_types(const clang::FunctionDecl* function);
  gcl::Expr size_of_type(clang::QualType type, clang::SourceRange where);
  gcl::Expr size_of(const clang::UnaryExprOrTypeTraitExpr* e);
  void check_order(const clang::InitListExpr* list);
  void check_order(const clang::CallExpr* call);
  void check_order(const std::vector<const clang::Expr*>& operands, const SourceRange& range,
                   const std::string& why);

  // expressions.cpp
  gcl::Expr integer(const clang::Expr* e);
  gcl::Expr condition(const clang::Expr* e);
  Pointer pointer(const clang::Expr* e);
  Pointer raw_pointer(const clang::Expr* e);
  void effects(const clang::Expr* e);
  gcl::Expr cast_integer(const clang::CastExpr* e);
  gcl::Expr address_number(const clang::CastExpr* e);
  gcl::Expr unary_integer(const clang::UnaryOperator* e);
  gcl::Expr binary_integer(const clang::BinaryOperator* e);
  gcl::Expr compare(const clang::BinaryOperator* e);
  gcl::Expr logical(const clang::BinaryOperator* e);
  gcl::Expr conditional(const clang::Expr* test, const clang::Expr* yes, const clang::Expr* no);
  /// Does somebody look at what an expression with effects yields?
  enum class Use : std::uint8_t { Value, Nothing };
  gcl::Expr assign(const clang::BinaryOperator* e, Use use);
  gcl::Expr compound_assign(const clang::CompoundAssignOperator* e, Use use);
  gcl::Expr combined(const clang::CompoundAssignOperator* e, gcl::Expr left, gcl::Expr right);
  gcl::Expr step(const clang::UnaryOperator* e, Use use);
  Pointer step_pointer(const clang::UnaryOperator* e, Use use);
  gcl::Expr stored(const Location& target, gcl::Expr value, Use use, const SourceRange& range);
  Pointer stored(const Location& target, const Pointer& value, Use use, const SourceRange& range);
  bool is_plain(const Location& location);
  bool is_volatile(const Location& location) const;
  bool effects_of_assignment(const clang::Expr* e);
  void effects_of_record(const clang::Expr* e);
  void effects_by_cases(const clang::AbstractConditionalOperator* e);
  gcl::Expr with_default(const clang::BinaryConditionalOperator* e);
  Pointer pointer_with_default(const clang::BinaryConditionalOperator* e);
  Pointer conditional_pointer(const clang::ConditionalOperator* e);
  const clang::Expr* lower_but_last(const clang::StmtExpr* block);
  /// A struct, in memory of its own or of the call that it is the result of.
  Location record(const clang::Expr* e);
  Location record_temporary(const Location& like);
  void copy_record(const Location& to, const clang::Expr* value, const SourceRange& range);
  void copy_record_to(const clang::Expr* left, const clang::Expr* right);
  bool runs_right_first(const clang::BinaryOperator* e) const;
  void refuse_pending(const clang::BinaryOperator* e) const;
  Pointer as_target(const Pointer& value, const clang::Expr* e, NodeId target);
  Pointer assign_pointer(const clang::BinaryOperator* e, Use use);
  Pointer compound_assign_pointer(const clang::BinaryOperator* e, Use use);
  void assign_record(const clang::Expr* left, const clang::Expr* right);
  gcl::Expr by_cases(const clang::Expr* test, const std::function<gcl::Expr()>& yes,
                     const std::function<gcl::Expr()>& no);
  std::optional<gcl::Expr> constant(const clang::Expr* e);

  // pointer_arithmetic.cpp
  gcl::Expr compare_pointers(const clang::BinaryOperator* e);
  gcl::Expr pointer_difference(const clang::BinaryOperator* e);
  /// `distance` elements on. The pointer that moves says how large they are and in which memory.
  Pointer moved(const Pointer& base, gcl::Expr distance, const clang::Expr* pointer);
  Pointer moved(const Pointer& base, gcl::Expr distance, NodeId node, clang::QualType element);
  /// A pointer of which a conversion makes another: from an array to its first element.
  Pointer converted(Pointer pointer, NodeId from, NodeId to);
  gcl::Expr or_shared_texts(gcl::Expr same, const Pointer& left, const Pointer& right,
                            const SourceRange& range);
  gcl::Expr unknown_truth(const SourceRange& range);
  gcl::Expr address_in_object(const Pointer& pointer, NodeId node);
  gcl::Expr linear_address(const Pointer& pointer, NodeId node);
  gcl::Expr same_place(const Pointer& left, NodeId left_node, const Pointer& right,
                       NodeId right_node);
  gcl::Expr in_order(const Pointer& left, const clang::Expr* left_expr, const Pointer& right,
                     const clang::Expr* right_expr, bool strict);

  // floats.cpp
  /// Refuses unless floating-point numbers are asked for; says once what they are taken for.
  void allow_float(clang::SourceRange where);
  /// Of a scalar, or the scalars of an array.
  gcl::Sort sort_of(clang::QualType type) const;
  gcl::Expr zero_of(gcl::Sort sort);
  gcl::Expr real_constant(const clang::FloatingLiteral* literal);
  gcl::Expr to_real(gcl::Expr value);
  gcl::Expr truncated(gcl::Expr value, IntType type);
  gcl::Expr convert(gcl::Expr value, clang::QualType from, clang::QualType to);
  gcl::Expr real_negative(gcl::Expr value);
  gcl::Expr real_binary(BinaryOp op, gcl::Expr left, gcl::Expr right);
  gcl::Expr compare_reals(clang::BinaryOperatorKind op, gcl::Expr left, gcl::Expr right);

  // memory.cpp
  /// Of a scalar: its value; of a pointer also the last index, then (Part(2), ...) those before it.
  /// Object: of pointers among bytes, whose Value are the bytes.
  enum class Part : unsigned { Value, Offset, Object = 1000 };
  static std::string suffix(Part part);
  /// With as many indices as pointers to `target` have; what is missing is 0.
  Pointer shaped(Pointer pointer, NodeId target);
  Pointer saved(const Pointer& pointer, const SourceRange& range);
  /// The indices of a part, given those of the whole.
  void enter(Location& part, NodeId whole, gcl::Expr own_index);
  Location location(const clang::Expr* e);
  Location variable(const clang::VarDecl* variable);
  Location dereference(const Pointer& pointer, NodeId node, clang::QualType type,
                       const clang::Expr* where);
  Location element(const Location& array, gcl::Expr index, clang::QualType type);
  Location field(const Location& record, const clang::FieldDecl* field);
  Location result_location(const Frame& frame);
  Location string_location(const clang::StringLiteral* literal);
  void check_index(const Location& array, clang::QualType type, gcl::Expr index);
  std::string memory_name(const std::string& storage);
  void note_name(gcl::Expr variable, const Location& location, Part part, const Storage& storage,
                 bool own);
  Pointer address(const Location& location, const clang::Expr* where);
  struct Leaf {
    std::string name;
    gcl::Sort sort;
    bool own = false;
    bool is_local = false;
  };
  Leaf leaf_of(const Location& location, Part part, std::vector<gcl::Expr>& keys);
  gcl::Expr leaf(const Location& location, Part part, std::vector<gcl::Expr>& keys);
  gcl::Expr existing_leaf(const Location& location, Part part, std::vector<gcl::Expr>& keys);
  gcl::Expr read(const Location& location);
  Pointer read_pointer(const Location& location);
  gcl::Expr read_part(const Location& location, Part part);
  gcl::Expr read_leaf(const Location& location, Part part);
  /// `value` is one of the location's type. Returns what is read there after that: less, if it is a
  /// bit-field.
  gcl::Expr write(const Location& location, gcl::Expr value, const SourceRange& range);
  void write_pointer(const Location& location, const Pointer& value, const SourceRange& range);
  void write_part(const Location& location, Part part, gcl::Expr value, const SourceRange& range);
  void copy(const Location& to, const Location& from, const SourceRange& range);
  void for_each_leaf(const Location& location,
                     const std::function<void(const Location&, Part)>& visit);
  struct CopiedPart {
    Location to;
    Part part = Part::Value;
    gcl::Expr value;        // of a part,
    bool is_value = false;  // or of the whole scalar,
    Pointer pointer{};      // or the whole pointer
  };
  gcl::Expr copied_part(const Location& at, Part part);
  bool is_unwritten(const Location& at, gcl::Expr value);
  void collect_copies(const Location& to, const Location& from, std::vector<CopiedPart>& copies);
  void write_all(std::vector<CopiedPart>& copies, const SourceRange& range);
  void enter_flat(Location& part);

  // flat_memory.cpp
  std::int64_t cells(clang::QualType type, NodeId flat);
  IntType stored_type(const Location& at);
  IntType stored_in_bytes(const Location& at);
  bool is_one_cell(const Location& at);
  Location cell(const Location& at, std::int64_t index);
  gcl::Expr byte(const Location& at);
  gcl::Expr composed(const Location& at, std::int64_t count);
  gcl::Expr digits(gcl::Expr value, std::int64_t from, std::int64_t width);
  void write_bytes(const Location& at, gcl::Expr value, std::int64_t count,
                   const SourceRange& range);
  void need_numbers(const Location& at);
  gcl::Expr read_flat(const Location& at);
  void write_flat(const Location& at, gcl::Expr value, const SourceRange& range);
  std::size_t pointer_parts(const Location& at);
  Pointer read_flat_pointer(const Location& at);
  void write_flat_pointer(const Location& at, const Pointer& value, const SourceRange& range);
  void for_each_part(const Location& one, const std::function<void(const Location&, Part)>& visit);
  bool is_whole_row(const Location& at);
  void for_each_cell(const Location& at, bool by_row,
                     const std::function<void(const Location&, Part)>& visit);

  gcl::Expr object_of(const clang::VarDecl* variable);
  bool lives_in_memory(const clang::VarDecl* variable);
  std::string stem_of(const clang::VarDecl* variable);
  gcl::Expr next_object();

  // objects.cpp
  gcl::Expr sizes();
  /// In elements; nullopt: not constant, or of no variable.
  std::optional<std::int64_t> size_of_object(std::size_t object);
  std::optional<std::int64_t> bytes_of(clang::QualType type) const;
  std::optional<std::int64_t> bytes_of_object(std::size_t object);
  std::optional<std::int64_t> allocated_bytes(std::size_t object);
  void find_allocations(const clang::Stmt* body);
  gcl::Expr size_of(gcl::Expr object, gcl::Expr sizes);
  std::string size_problem(NodeId node);
  void need_one_size(const Location& of, const clang::Expr* where);
  void note_size(std::size_t object);
  void note_bytes(gcl::Expr object, gcl::Expr bytes);
  /// Where in an object: `base` plus each index times its stride, in bytes.
  struct Place {
    std::int64_t base = 0;
    std::vector<std::int64_t> strides;
    std::int64_t row =
        0;  // so many elements are in the row of the last index; 0: all of the object
    friend bool operator==(const Place&, const Place&) = default;
  };
  void visit_places(NodeId node, clang::QualType type, std::size_t object, Place place,
                    std::int64_t own_stride);
  const std::map<std::size_t, Place>* places_of(NodeId node);
  bool has_own_number(std::size_t object) const;
  gcl::Expr by_place(const Pointer& pointer, NodeId node,
                     const std::function<gcl::Expr(const Place&)>& make);
  gcl::Expr byte_address(const Pointer& pointer, NodeId node);
  gcl::Expr is_inside(const Pointer& pointer, NodeId node, gcl::Expr last, gcl::Expr tail,
                      gcl::Expr sizes);
  gcl::Expr fits(gcl::Expr index, std::int64_t stride, std::int64_t base, gcl::Expr tail,
                 gcl::Expr size);
  bool leads_nowhere(NodeId node);
  bool surely_holds(NodeId node, std::int64_t bytes);
  void need_valid(const Pointer& pointer, NodeId node, clang::QualType type,
                  const clang::Expr* where);
  void need_in_bounds(const Pointer& pointer, NodeId node, clang::QualType type,
                      const clang::Expr* where);
  void need_bytes(const Pointer& pointer, NodeId node, gcl::Expr bytes, const SourceRange& range);

  // lifetimes.cpp
  bool tracks_lives() const;
  gcl::Expr lives();
  gcl::Expr allocated_count();
  void set_life(gcl::Expr object, std::int64_t life, const SourceRange& range);
  gcl::Expr exists(gcl::Expr object);
  void need_live(gcl::Expr object, const SourceRange& range);
  void initialise_lives();
  void assume_lives();
  void note_allocation(gcl::Expr object, const SourceRange& range);
  void end_allocation(gcl::Expr object, const SourceRange& range);
  void need_allocated(const Pointer& pointer, NodeId node, const SourceRange& range);
  bool has_a_life(const clang::VarDecl* variable) const;
  void begin_life(const clang::VarDecl* variable, const SourceRange& range);
  void end_life(const clang::VarDecl* variable, const SourceRange& range);
  void end_lives_in(const clang::Stmt* scopes);
  void begin_switch(const clang::SwitchStmt* stmt);
  void begin_activation();
  void end_activation();
  void at_label(const clang::LabelStmt* label);
  void note_automatic_block(gcl::Expr object, const clang::CallExpr* e);
  void refuse_lives_in(const clang::StmtExpr* block);
  gcl::Expr held_count();
  void need_no_leak(const SourceRange& range);

  // calls.cpp
  void call(const clang::CallExpr* e);  // the result is in result_
  std::vector<Argument> evaluate(const clang::CallExpr* e, Pointer* callee);
  void bind(const clang::ParmVarDecl* parameter, const Argument& argument,
            const SourceRange& range);
  std::optional<Argument> adapted(const clang::ParmVarDecl* parameter, const Argument& argument);
  void pass_anything(const clang::ParmVarDecl* parameter,
                     const std::function<void(gcl::Expr)>& pass, const SourceRange& range);
  gcl::Sort sort_of_part(const Location& leaf, Part part);
  gcl::Expr any_argument(const clang::VAArgExpr* e);
  Pointer any_pointer_argument(const clang::VAArgExpr* e);
  Location temporary_struct(const clang::CallExpr* e);
  void lost_call(const clang::CallExpr* e, const std::string& why);
  void assume_more_objects(gcl::Expr before, const SourceRange& range);
  gcl::Expr count_of_objects(const SourceRange& range);
  void call_function(const clang::CallExpr* e, const clang::FunctionDecl* function);
  void call_inlined(const clang::CallExpr* e, const clang::FunctionDecl* function);
  void call_procedure(const clang::CallExpr* e, const clang::FunctionDecl* function);
  void call_builtin(const clang::CallExpr* e, const clang::FunctionDecl* function, Builtin kind);
  void call_pointer(const clang::CallExpr* e);
  void call_unknown(const clang::CallExpr* e, const clang::FunctionDecl* function);
  void run_strangers(const SourceRange& range);
  void fill_unknown_procedure();
  bool changed_by_strangers(const std::string& global);
  gcl::Expr any_value(gcl::Sort sort, const SourceRange& range);

  // library_calls.cpp
  const clang::Expr* argument(const clang::CallExpr* e, unsigned index) const;
  gcl::Expr new_object(const clang::CallExpr* e);
  void allocate(const clang::CallExpr* e, Builtin kind);
  void reallocate(const clang::CallExpr* e);
  void release(const clang::CallExpr* e);
  gcl::Expr may_fail(gcl::Expr object, gcl::Expr surely, const SourceRange& range);
  void zero_object(gcl::Expr object, NodeId node, clang::QualType type, const SourceRange& range);
  gcl::Expr saved_truth(gcl::Expr condition, const SourceRange& range);
  void duplicate(const clang::CallExpr* e, Builtin kind);
  void print(const clang::CallExpr* e, const clang::FunctionDecl* function);
  void classify(const clang::CallExpr* e, const std::string& name);
  gcl::Expr any_integer(const clang::CallExpr* e);

  // memory_calls.cpp
  /// Bytes: so many whole elements, and the first `rest` bytes of the next.
  struct Length {
    gcl::Expr bytes, whole, rest;
  };
  /// A scalar of an element, `offset` bytes from where the element starts. An array is one, of as
  /// many bytes as it has.
  struct ByteLeaf {
    Location at;
    Part part = Part::Value;
    std::int64_t offset = 0;
    std::int64_t size = 0;
    bool is_row = false;
    bool has_end = true;  // false: an array without a length
  };
  /// What is written into a scalar, the n-th of the element with an index; null: anything.
  using Fill = std::function<gcl::Expr(std::size_t n, const ByteLeaf& leaf, gcl::Expr index)>;
  gcl::Expr scaled(std::int64_t factor, gcl::Expr value);
  Length length_of(const clang::Expr* bytes, std::int64_t size);
  Length length_of(gcl::Expr bytes, std::int64_t size);
  std::optional<Length> counted_elements(const clang::Expr* bytes, std::int64_t size);
  void collect_leaves(const Location& at, std::int64_t offset, bool in_array,
                      std::vector<ByteLeaf>& leaves);
  void collect_flat_leaves(const Location& at, std::int64_t offset, std::vector<ByteLeaf>& leaves);
  bool copies_one_struct(const Pointer& to, NodeId to_node, const Pointer& from, NodeId from_node,
                         gcl::Expr bytes, const SourceRange& range);
  std::vector<ByteLeaf> leaves_of(const Location& row, gcl::Expr index);
  gcl::Expr repeated(const ByteLeaf& leaf, gcl::Expr byte);
  gcl::Expr any_of(const ByteLeaf& leaf, const SourceRange& range);
  gcl::Expr mixed(const ByteLeaf& leaf, gcl::Expr old, gcl::Expr from, std::int64_t low);
  void write_element(const Location& row, gcl::Expr index, const Fill& fill,
                     const SourceRange& range);
  void write_beginning(const Location& row, gcl::Expr index, gcl::Expr bytes, const Fill& fill,
                       const SourceRange& range);
  void write_by_map(const Location& row, gcl::Expr from, gcl::Expr count, const Fill& fill,
                    const SourceRange& range);
  gcl::Expr beginning_of_row(const ByteLeaf& leaf, gcl::Expr from, std::int64_t bytes);
  Fill as_before(const Location& row, gcl::Expr from, const Fill& fill, const SourceRange& range);
  void write_by_loop(const Location& row, gcl::Expr from, gcl::Expr count, const Fill& fill,
                     const SourceRange& range);
  void count_up(gcl::Expr from, gcl::Expr end, const SourceRange& range,
                const std::function<void(gcl::Expr)>& body);
  void either(gcl::Expr condition, const SourceRange& range, const std::function<void()>& yes,
              const std::function<void()>& no);
  bool by_loops() const;
  void has_other_form();
  void write_elements(const Location& row, gcl::Expr from, const Length& length, const Fill& fill,
                      const SourceRange& range);
  void write_rest(const Location& row, gcl::Expr index, gcl::Expr rest, const Fill& fill,
                  const SourceRange& range);
  gcl::Expr at_most(gcl::Expr value, std::int64_t limit);
  gcl::Expr stays_in_row(const Pointer& to, NodeId node, std::int64_t size, const Length& length);
  void forget_objects(NodeId node, const SourceRange& range);
  Location row_of(const Pointer& pointer, NodeId node, clang::QualType type);
  void write_bytes_at(const Pointer& to, NodeId node, const Length& length, const Fill& fill,
                      const SourceRange& range);
  void need_typed(NodeId node, const clang::CallExpr* e);
  Fill copied_from(const Pointer& from, NodeId node, const Pointer& to, clang::QualType type);
  void copy_memory(const clang::CallExpr* e);
  void copy_bytes(const Pointer& to, NodeId to_node, const Pointer& from, NodeId from_node,
                  const Length& length, const clang::CallExpr* e);
  void need_no_overlap(const Pointer& to, NodeId to_node, const Pointer& from, NodeId from_node,
                       gcl::Expr bytes, const SourceRange& range);
  void set_memory(const clang::CallExpr* e);
  void change_block(const Location& block, gcl::Expr from, gcl::Expr count,
                    const std::function<gcl::Expr(gcl::Expr)>& value_at, const SourceRange& range);

  // strings.cpp
  struct Text {
    Location block;        // one of its characters
    gcl::Expr characters;  // a map from indices
    gcl::Expr begin;       // where it starts
  };
  /// Of the character at a distance from the start of a text: does the search end there?
  using Stop = std::function<gcl::Expr(gcl::Expr character, gcl::Expr distance)>;
  void call_string(const clang::CallExpr* e, Builtin kind);
  void measure(const clang::CallExpr* e, Builtin kind);
  void compare_text(const clang::CallExpr* e, Builtin kind);
  void compare_bytes(const clang::CallExpr* e);
  Pointer found_in(const Text& text, gcl::Expr found, gcl::Expr place_of);
  gcl::Expr wanted_character(const clang::CallExpr* e, const Text& text);
  void find_character(const clang::CallExpr* e, Builtin kind);
  void find_last(const clang::CallExpr* e);
  void find_text(const clang::CallExpr* e);
  void span(const clang::CallExpr* e, Builtin kind);
  Text text_of(const clang::Expr* argument);
  Text text_at(const Pointer& start, NodeId node, const SourceRange& range);
  void unknown_text(const clang::CallExpr* e);
  [[noreturn]] void refuse_text(const clang::CallExpr* e);
  gcl::Expr character(const Text& text, gcl::Expr index);
  void assume_before(gcl::Expr end, const Text& text,
                     const std::function<gcl::Expr(gcl::Expr)>& holds, const SourceRange& range);
  gcl::Expr chosen_index(gcl::Expr limit, const SourceRange& range);
  gcl::Expr first_index(const Text& text, gcl::Expr limit, const Stop& stop,
                        const SourceRange& range);
  gcl::Expr length(const Text& text, gcl::Expr limit, const SourceRange& range);
  void copy_text(const Text& to, gcl::Expr skip, const Text& from, gcl::Expr end, gcl::Expr limit,
                 gcl::Expr count, const SourceRange& range);
  void need_text(const Text& text, gcl::Expr index, const SourceRange& range);

  bool can_substitute(const clang::ParmVarDecl* parameter, const clang::FunctionDecl* function,
                      gcl::Expr value);
  /// What a function does to variables, seen from its text alone.
  struct FunctionFacts {
    std::set<const clang::VarDecl*> assigned;
    bool only_own_locals = true;  // nothing outside can change while it runs
  };
  const FunctionFacts& facts_of(const clang::FunctionDecl* function);
  void unknown_result(clang::QualType type, const clang::CallExpr* e, const SourceRange& range);
  void print_value(const clang::CallExpr* e);
  std::string procedure_of(const clang::FunctionDecl* function);
  std::string queue(const clang::FunctionDecl* function, bool starts);
  std::string unknown_procedure();
  void assume_globals(const SourceRange& range);
  void assume_in_range(const Location& at, const SourceRange& range);
  bool has_contract(const clang::FunctionDecl* function) const;
  std::size_t function_number(const clang::FunctionDecl* function);

  // events.cpp: a typestate specification.
  /// A value of the program that an event may speak of; null where it is neither.
  struct Value {
    gcl::Expr integer;
    Pointer pointer{};
  };
  struct Watched {
    std::vector<Value> arguments;
    gcl::Expr result;
    Pointer result_pointer{};
  };
  bool watched(const clang::FunctionDecl* function) const;
  void check_events();
  void initialise_state();
  gcl::Expr state_variable(std::size_t index, Part part);
  bool is_state(const std::string& global) const;
  /// By name: a call of a builtin or of any other function, with what the events do.
  void call_direct(const clang::CallExpr* e, const clang::FunctionDecl* callee);
  Watched evaluate_arguments(const clang::CallExpr* e, const std::string& function);
  void root_event(const clang::FunctionDecl* function, slic::Moment moment);
  void happen(const std::string& function, slic::Moment moment, const Watched& values);
  void happen(const slic::Body& body, const Watched& values, const SourceRange& range);
  void set_state(std::size_t variable, const std::optional<slic::Expression>& object,
                 const slic::Expression& value, const Watched& values);
  gcl::Expr state_of(std::size_t variable, const slic::Expression& object, const Watched& values);
  gcl::Expr some_object(const slic::Expression& e, const Watched& values);
  const Value& watched_value(const slic::Expression& e, const Watched& values);
  gcl::Expr number_of(const slic::Expression& e, const Watched& values);
  gcl::Expr truth_of(const slic::Expression& e, const Watched& values);
  gcl::Expr equal(const slic::Expression& left, const slic::Expression& right,
                  const Watched& values);
  Pointer pointer_of(const slic::Expression& e, const Watched& values);

  // Shared small things.
  Frame& frame() { return *frames_.back(); }
  gcl::BlockId new_block(const SourceRange& range);
  void jump(gcl::BlockId target);
  void end_with(decltype(gcl::BasicBlock::end) end);
  void start(gcl::BlockId block) { current_ = block; }
  void emit(gcl::Stmt stmt);
  void emit_assign(gcl::Expr target, gcl::Expr value, const SourceRange& range);
  void emit_assume(gcl::Expr condition, const SourceRange& range);
  void emit_assert(gcl::Expr condition, const SourceRange& range, std::string label = {});
  void need(gcl::Expr condition, Hazard hazard);
  gcl::Expr local(const std::string& name, gcl::Sort sort);
  gcl::Expr global(const std::string& name, gcl::Sort sort);
  gcl::Expr temporary(const char* stem, gcl::Sort sort = {});  // int, if not said
  gcl::Expr saved(gcl::Expr value, const SourceRange& range, const char* stem = "tmp");
  gcl::Expr number(std::int64_t value) { return context_.int_const(value); }
  gcl::Expr truth(gcl::Expr condition);
  gcl::Expr nonzero(gcl::Expr value);
  IntType int_type(clang::QualType type, clang::SourceRange where);
  SourceRange place(const clang::Stmt* stmt) const { return unit_.place(stmt->getSourceRange()); }
  [[noreturn]] void refuse(clang::SourceRange where, const std::string& message,
                           const std::string& hint = {}) const;
  [[noreturn]] void refuse_here(const std::string& message, const std::string& hint) const;
  bool has_effects(const clang::Stmt* stmt) const;
  bool has_calls_or_effects(const clang::Stmt* stmt) const;
  bool is_nondet(const clang::Expr* e) const;
  std::string unique_name(const std::string& wanted);

  const TranslationUnit& unit_;
  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  Diagnostics& diagnostics_;
  clang::ASTContext& ast_;
  PointsTo points_to_;
  std::unique_ptr<Footprints> footprints_;
  Arithmetic arithmetic_;

  Lowered lowered_;
  CallGraph call_graph_;
  std::vector<Job> queue_;
  const clang::FunctionDecl* entry_ = nullptr;  // where the program begins
  bool starts_ = true;                          // does the procedure being lowered?
  std::map<std::string, gcl::Expr> globals_;
  std::map<const clang::VarDecl*, std::string> memory_names_;
  std::map<std::string, std::string> memory_classes_;   // storage -> IL name
  std::set<std::string> by_object_;                     // IL maps whose first key is the object
  std::set<std::string> names_taken_;                   // of globals and procedures
  std::map<std::string, NodeId> memory_nodes_;          // of IL variables that are memory
  std::map<std::string, std::set<std::string>> calls_;  // procedure -> procedures it calls

  // Of the procedure being lowered.
  std::string procedure_name_;
  gcl::Cfg cfg_;
  gcl::BlockId current_ = 0;
  std::vector<std::unique_ptr<Frame>> all_frames_;
  std::vector<Frame*> frames_;
  std::map<std::string, gcl::Expr> locals_;
  std::vector<gcl::VarDecl> local_order_;
  std::set<std::string> reserved_;  // names of variables that consist of several IL variables
  std::vector<gcl::Expr> guards_;   // what has to hold for the part under way to be evaluated
  SourceRange here_;                // of the expression under way
  std::size_t temporaries_ = 0;
  std::size_t open_choices_ = 0;  // of orders, one in the other
  /// Common operands of `a ?: b`.
  std::map<const clang::OpaqueValueExpr*, gcl::Expr> opaque_;
  std::map<const clang::OpaqueValueExpr*, Pointer> opaque_pointers_;
  std::vector<gcl::Expr*> held_;   // parts of operands that wait, the outermost first
  std::set<std::string> lasting_;  // temporaries: no later statement changes one
  std::map<const clang::VarDecl*, std::vector<gcl::Expr>>
      incoming_;  // values of parameters on entry
  std::vector<std::pair<NodeId, gcl::Expr>> outside_so_far_;
  std::map<const clang::FunctionDecl*, std::size_t> instances_;
  std::size_t inlined_blocks_ = 0;
  struct OpenActivation {
    std::size_t index;
    const clang::Stmt* loop;
    Frame* frame;
  };
  std::vector<OpenActivation> open_activations_;
  std::map<const clang::Stmt*, std::size_t> sites_;  // index into Lowered::sites

  std::map<std::string, std::string> state_names_;            // of the specification -> IL names
  std::map<const clang::Expr*, Value> evaluated_;             // arguments of calls under way
  std::map<const clang::Expr*, Location> evaluated_structs_;  // likewise
  Watched root_values_;
  Value result_value_;

  bool places_known_ = false;
  std::map<NodeId, std::map<std::size_t, Place>> places_;          // by class, then by object
  std::map<NodeId, std::optional<std::int64_t>> allocated_bytes_;  // by the root of the object
  bool reallocates_ = false;

  std::map<const clang::FunctionDecl*, FunctionFacts> facts_;
  std::set<std::string> unknown_functions_;
  bool quiet_ = false;
  bool has_floats_ = false;
  std::unique_ptr<Acsl> acsl_;
  bool changes_globals_ = false;  // are there variables that other files see?
  std::set<const clang::VarDecl*> initialised_;

  // Of the last call.
  gcl::Expr result_;
  Pointer result_pointer_;
  std::optional<Location> result_record_;
};

}  // namespace pawl::frontend::c
